import LifecheckDiagnostics

/// One page for people that needs no other file and no network: all verdicts, and each run with its timeline beside the
/// source. A script steps through the runs; without it everything can be read all the same.
///
/// - Source: HTML Living Standard; the landmarks and labels follow the ARIA Authoring Practices Guide of W3C.
struct HTMLReport {
  func render(_ reports: [CheckReport]) -> String {
    let specs = reports.enumerated().map { HTMLSpec(report: $1, number: $0) }
    let page: Markup = """
      <!DOCTYPE html>
      <html lang="en">
      <head>
      <meta charset="utf-8"/>
      <meta name="viewport" content="width=device-width, initial-scale=1"/>
      <meta name="color-scheme" content="light dark"/>
      <meta http-equiv="Content-Security-Policy" \
      content="default-src 'none'; style-src 'unsafe-inline'; script-src 'unsafe-inline'"/>
      <title>\(title(of: reports))</title>
      <style>
      \(HTMLReport.style)</style>
      </head>
      <body>
      \(HTMLOverview(specs: specs, heading: title(of: reports)).markup)
      <main id="main">
      \(specs.map(\.markup))</main>
      \(HTMLReport.player)<script>
      \(HTMLReport.script)</script>
      </body>
      </html>

      """
    return page.source
  }

  private func title(of reports: [CheckReport]) -> String { "lifecheck: \(reports.outcomeWords)" }
}

extension HTMLReport {
  /// The buttons of a run. They are of no use without the script, which puts a copy into each run.
  fileprivate static let player: Markup = """
    <template id="player">
    <div class="player" role="group" aria-label="Step through the run">
    <button type="button" data-go="first">First</button>
    <button type="button" data-go="back" aria-keyshortcuts="ArrowLeft">← Back</button>
    <button type="button" data-go="forward" aria-keyshortcuts="ArrowRight">Forward →</button>
    <button type="button" data-go="last">Last</button>
    <output class="where" aria-live="polite"></output>
    </div>
    <div class="filters" role="group" aria-label="Choose among the steps">
    <label>Only steps with <input type="search" class="filter-text" placeholder="text"/></label>
    <label class="filter-lane-label">Only of <select class="filter-lane"><option value="">all</option></select></label>
    <label class="filter-subject-label"><input type="checkbox" class="filter-subject"/> only what the sentence looks at</label>
    <span class="shown" role="status"></span>
    </div>
    </template>

    """
}
