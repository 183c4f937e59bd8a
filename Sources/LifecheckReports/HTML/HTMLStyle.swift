extension HTMLReport {
  /// Colors have a contrast of at least 4.5 to what they stand on, in light and in dark.
  static let style: Markup = """
    :root { \(Palette.light.variables) }
    @media (prefers-color-scheme: dark) {
      :root { \(Palette.dark.variables) }
    }
    * { box-sizing: border-box; }
    html { scroll-behavior: auto; }
    body { margin: 0 auto; max-width: 100rem; padding: 1rem 1.25rem 4rem; background: var(--page); color: var(--text);
      font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
    code, .code { font-family: ui-monospace, "SFMono-Regular", Menlo, Consolas, monospace; font-size: 0.9em; }
    h1 { font-size: 1.6rem; margin: 0.5rem 0; }
    h2 { font-size: 1.3rem; margin: 2.5rem 0 0.5rem; border-bottom: 1px solid var(--line); }
    h3 { font-size: 1.1rem; margin: 1.5rem 0 0.5rem; }
    h4 { font-size: 1rem; margin: 0.75rem 0 0.25rem; }
    a { color: var(--link); }
    :focus-visible { outline: 3px solid var(--link); outline-offset: 2px; }
    .skip { position: absolute; left: -100vw; }
    .skip:focus { position: static; }
    nav ul, ul.verdicts { list-style: none; padding: 0; margin: 0; }
    nav ul ul { padding-left: 1rem; }
    nav li { margin: 0.15rem 0; }
    .badge { display: inline-block; padding: 0 0.5em; border: 1px solid currentColor; border-radius: 0.6em; font-size: 0.85rem;
      font-weight: 600; white-space: nowrap; }
    .bad { color: var(--bad); } .caution { color: var(--caution); } .good { color: var(--good); } .dim { color: var(--dim); }
    .id, .why, .actor, .place, .number, .shown { color: var(--dim); }
    a.place { color: var(--link); }
    ul.verdicts li { padding: 0.3rem 0; border-bottom: 1px solid var(--line); }
    .why::before { content: "– "; }
    table { border-collapse: collapse; }
    th, td { text-align: left; padding: 0.25rem 0.75rem 0.25rem 0; border-bottom: 1px solid var(--line); font-weight: normal; }
    thead th { color: var(--dim); }
    .wide { overflow-x: auto; }
    .facts { margin: 0.5rem 0; }
    .facts div { display: grid; grid-template-columns: 7.5rem 1fr; gap: 0.5rem; }
    .facts dt { color: var(--dim); }
    .facts dd { margin: 0; }
    /* What is not in view is laid out when it comes into view: a page may have hundreds of runs. */
    .spec { content-visibility: auto; contain-intrinsic-size: auto 60rem; }
    .run { border: 1px solid var(--line); border-radius: 0.5rem; padding: 0 1rem 1rem; margin: 1.25rem 0;
      content-visibility: auto; contain-intrinsic-size: auto 50rem; scroll-margin-top: 1rem; }
    .run.active { border-color: var(--link); }

    .timeline { position: relative; overflow-x: auto; background: var(--panel); border-radius: 0.4rem; margin: 0.75rem 0; }
    .rows { position: relative; width: max-content; min-width: 100%; padding: 0.4rem 0; }
    .row { display: block; }
    .row .label { position: sticky; left: 0; display: block; width: max-content; max-width: 80vw; padding: 0 0.4rem;
      font-size: 0.78rem; line-height: 1.25; color: var(--dim); }
    .row svg { display: block; overflow: visible; }
    .row.band .label, .row.lane .label { margin-top: 0.2rem; }
    \(TimelineStyle.markup)
    .cursor { position: absolute; top: 0; bottom: 0; width: 0; border-left: 2px solid var(--link); pointer-events: none; }

    .player, .filters { display: flex; flex-wrap: wrap; gap: 0.5rem; align-items: center; margin: 0.5rem 0; }
    button, input, select { font: inherit; color: inherit; background: var(--panel); border: 1px solid var(--dim);
      border-radius: 0.4rem; padding: 0.25rem 0.7rem; max-width: 100%; }
    ::placeholder { color: var(--dim); opacity: 1; }
    button { min-height: 2.5rem; cursor: pointer; }
    button:disabled { color: var(--dim); border-color: var(--line); cursor: default; }
    input[type="checkbox"] { width: 1.1rem; height: 1.1rem; vertical-align: -0.15rem; }
    .steps { padding-left: 2.4rem; margin: 0.75rem 0 0; }
    .steps > li { padding: 0.15rem 0.4rem; border-radius: 0.3rem; }
    .steps > li::marker { color: var(--dim); }
    .steps .time { color: var(--dim); font-variant-numeric: tabular-nums; margin-right: 0.35rem; }
    .steps .other .words { color: var(--dim); }
    .steps .own .words { font-weight: 600; }
    .steps .actor, .steps .place { font-size: 0.85rem; margin-left: 0.35rem; }
    .steps .line { display: block; color: var(--dim); }
    .steps .ending { color: var(--bad); font-weight: 600; list-style: none; }
    .steps .ending::before { content: "! "; }
    .changes { display: inline; padding: 0; margin-left: 0.35rem; font-size: 0.9rem; color: var(--caution); }
    .changes li { display: inline; }
    .changes li + li::before { content: ", "; }
    .changes::before { content: "("; } .changes::after { content: ")"; }
    .steps > li[aria-current] { background: var(--now); }
    .steps > li[hidden] { display: none; }
    .legend { color: var(--dim); font-size: 0.9rem; }
    .spans { margin: 0; padding-left: 1.2rem; font-size: 0.9rem; }

    .source { background: var(--panel); border-radius: 0.5rem; padding: 0 0.75rem 0.75rem; margin-top: 1.5rem; }
    .code { padding-left: 3rem; margin: 0; line-height: 1.45; }
    .code code { white-space: pre-wrap; font-size: inherit; }
    .code li::marker { color: var(--dim); }
    .code li:target, .code li.now { background: var(--now); }
    .code li.now { outline: 2px solid var(--caution); }
    @media (min-width: 64rem) {
      .beside { display: grid; grid-template-columns: minmax(0, 3fr) minmax(0, 2fr); gap: 1.5rem; align-items: start; }
      .source { position: sticky; top: 0.5rem; max-height: calc(100vh - 1rem); overflow: auto; }
    }
    @media (max-width: 40rem) {
      /* As high as the buttons, which stay at the top. */
      html { scroll-padding-top: 6.5rem; }
      body { padding: 0.5rem 0.6rem 4rem; }
      .run { padding: 0 0.5rem 0.75rem; }
      .facts div { display: block; }
      .facts dd { margin-bottom: 0.4rem; }
      .player { position: sticky; top: 0; background: var(--page); padding: 0.4rem 0; margin: 0; }
      .steps { padding-left: 2rem; }
    }
    @media print {
      :root { --page: #ffffff; --panel: #ffffff; --text: #000000; --dim: #444444; --line: #bbbbbb; --link: #000000;
        --bad: #8f1d17; --caution: #5f3900; --good: #0f4a22; --now: #ffffff;
        --v0: #eeeeee; --v1: #c9dcf7; --v2: #d3ecd5; --v3: #f6e0bd; --v4: #ead6f3; --v5: #f6d3d3; --bar: #c9d8ef; }
      * { print-color-adjust: exact; }
      body { max-width: none; padding: 0; font-size: 10pt; }
      nav, .skip, .player, .filters, .cursor { display: none; }
      .spec { content-visibility: visible; }
      .run, .run.active { content-visibility: visible; border: none; border-top: 1px solid var(--line); padding: 0; }
      .steps > li, .row { break-inside: avoid; }
      .steps > li[hidden] { display: list-item; }
      h2, h3, h4 { break-after: avoid; }
      .timeline { overflow: visible; }
      .rows { width: auto; }
      .row svg { max-width: 100%; height: auto; }
      a { text-decoration: none; }
    }
    @media (forced-colors: active) {
      .badge, .steps > li[aria-current], .code li.now { outline: 2px solid Highlight; }
    }

    """
}
