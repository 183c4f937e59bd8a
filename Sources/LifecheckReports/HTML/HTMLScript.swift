extension HTMLReport {
  /// Steps through the runs and filters their steps. It only shows and hides what is on the page.
  static let script: Markup = #"""
    'use strict';
    (function () {
      const template = document.getElementById('player');
      let active = null;

      function setUp(run) {
        const steps = Array.from(run.querySelectorAll('.steps > li:not(.ending)'));
        const timeline = run.querySelector('.timeline');
        const xs = timeline.dataset.x.split(' ').map(Number);
        const list = run.querySelector('.steps');
        run.insertBefore(template.content.cloneNode(true), list);
        const player = { run, steps, timeline, xs, current: -1 };
        player.where = run.querySelector('.where');
        player.buttons = Array.from(run.querySelectorAll('[data-go]'));
        player.cursor = document.createElement('div');
        player.cursor.className = 'cursor';
        player.cursor.hidden = true;
        timeline.querySelector('.rows').append(player.cursor);
        for (const button of player.buttons) {
          button.addEventListener('click', function () { go(player, button.dataset.go); });
        }
        steps.forEach(function (step, index) {
          step.addEventListener('click', function (event) {
            if (!event.target.closest('a')) show(player, index, false);
          });
        });
        timeline.addEventListener('click', function (event) {
          const x = event.clientX - player.cursor.parentNode.getBoundingClientRect().left;
          show(player, nearest(player, x), false);
        });
        run.addEventListener('focusin', function () { activate(player); });
        setUpFilters(player);
        tell(player);
        return player;
      }

      function activate(player) {
        if (active === player) return;
        if (active) {
          active.run.classList.remove('active');
          mark(active, null);
        }
        active = player;
        player.run.classList.add('active');
        if (player.current >= 0) mark(player, player.steps[player.current].dataset.line);
      }

      // The steps that the filters leave.
      function visible(player) {
        return player.steps.map(function (step, index) { return index; }).filter(function (index) {
          return !player.steps[index].hidden;
        });
      }

      function nearest(player, x) {
        const left = visible(player);
        return left.reduce(function (best, index) {
          return Math.abs(player.xs[index] - x) < Math.abs(player.xs[best] - x) ? index : best;
        }, left[0]);
      }

      function target(player, where) {
        const left = visible(player);
        switch (where) {
          case 'first': return left[0];
          case 'last': return left[left.length - 1];
          case 'back': return left.filter(function (index) { return index < player.current; }).pop();
          default: return left.find(function (index) { return index > player.current; });
        }
      }

      function go(player, where) {
        const index = target(player, where);
        if (index !== undefined) show(player, index, true);
      }

      function show(player, index, scrolls) {
        if (index === undefined) return;
        activate(player);
        leave(player);
        player.current = index;
        const step = player.steps[index];
        step.setAttribute('aria-current', 'step');
        player.cursor.hidden = false;
        player.cursor.style.left = player.xs[index] + 'px';
        const timeline = player.timeline;
        const x = player.xs[index] - timeline.scrollLeft;
        if (x < 40 || x > timeline.clientWidth - 40) timeline.scrollLeft = player.xs[index] - timeline.clientWidth / 2;
        mark(player, step.dataset.line);
        tell(player);
        if (scrolls) intoView(player, step);
      }

      function leave(player) {
        if (player.current >= 0) player.steps[player.current].removeAttribute('aria-current');
        player.current = -1;
        player.cursor.hidden = true;
      }

      // Only as far as needed, so that the buttons stay where they are.
      function intoView(player, step) {
        const box = step.getBoundingClientRect();
        const buttons = player.buttons[0].parentNode.getBoundingClientRect();
        // On a narrow screen they stay at the top, over the steps.
        const top = buttons.top < 2 ? Math.max(8, buttons.bottom) : 8;
        if (box.top < top || box.bottom > window.innerHeight - 72) step.scrollIntoView({ block: 'center' });
      }

      function mark(player, id) {
        const source = player.run.closest('.spec').querySelector('.source');
        if (!source) return;
        for (const old of source.querySelectorAll('.now')) old.classList.remove('now');
        const line = id ? document.getElementById(id) : null;
        if (!line) return;
        line.classList.add('now');
        if (source.scrollHeight <= source.clientHeight) return;
        const offset = line.getBoundingClientRect().top - source.getBoundingClientRect().top;
        if (offset < 40 || offset > source.clientHeight - 60) source.scrollTop += offset - source.clientHeight / 2;
      }

      function tell(player) {
        const step = player.steps[player.current];
        const words = step ? ': ' + step.querySelector('.words').textContent : '';
        player.where.textContent = step
          ? 'Step ' + (player.current + 1) + ' of ' + player.steps.length + words
          : player.steps.length + (player.steps.length === 1 ? ' step' : ' steps');
        for (const button of player.buttons) button.disabled = isAtEnd(player, button.dataset.go);
      }

      // A button that has the focus must not lose it, so the ends are only dimmed for the others.
      function isAtEnd(player, where) {
        const index = target(player, where);
        const button = player.buttons.find(function (one) { return one.dataset.go === where; });
        return (index === undefined || index === player.current) && document.activeElement !== button;
      }

      function setUpFilters(player) {
        const text = player.run.querySelector('.filter-text');
        const lane = player.run.querySelector('.filter-lane');
        const subject = player.run.querySelector('.filter-subject');
        const names = new Map();
        for (const step of player.steps) {
          const actor = step.querySelector('.actor');
          if (actor) names.set(step.dataset.lane, actor.textContent);
        }
        for (const [value, name] of names) lane.append(new Option(name, value));
        if (names.size < 2) player.run.querySelector('.filter-lane-label').hidden = true;
        if (!player.run.querySelector('.steps > .subject')) player.run.querySelector('.filter-subject-label').hidden = true;
        const shown = player.run.querySelector('.shown');
        function apply() {
          const wanted = text.value.trim().toLowerCase();
          for (const step of player.steps) {
            step.hidden = !((!wanted || step.textContent.toLowerCase().includes(wanted))
              && (!lane.value || step.dataset.lane === lane.value)
              && (!subject.checked || step.classList.contains('subject')));
          }
          if (player.current >= 0 && player.steps[player.current].hidden) {
            leave(player);
            mark(player, null);
          }
          const left = visible(player).length;
          shown.textContent = left === player.steps.length ? '' : left + ' of ' + player.steps.length + ' steps shown';
          tell(player);
        }
        for (const control of [text, lane, subject]) control.addEventListener('input', apply);
      }

      // Without a focus anywhere the arrows step through the run that was used last, or the first that is in view.
      function playerOf(event) {
        const run = event.target.closest ? event.target.closest('.run') : null;
        if (run) return players.find(function (player) { return player.run === run; });
        if (event.target !== document.body) return null;
        return active || players.find(function (player) {
          return player.run.getBoundingClientRect().bottom > window.innerHeight / 3;
        });
      }

      const keys = { ArrowLeft: 'back', ArrowRight: 'forward' };
      document.addEventListener('keydown', function (event) {
        if (!keys[event.key] || event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
        if (event.target.closest && event.target.closest('input:not([type=checkbox]), select, textarea')) return;
        const player = playerOf(event);
        if (!player) return;
        event.preventDefault();
        go(player, keys[event.key]);
      });

      // What is folded would be missing on paper.
      window.addEventListener('beforeprint', function () {
        for (const folded of document.querySelectorAll('details')) folded.open = true;
      });

      const players = Array.from(document.querySelectorAll('.run')).map(setUp);
    })();

    """#
}
