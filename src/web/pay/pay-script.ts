// What the customer page does in the browser: copy, print, time left, live status. The page is complete without it; every
// button is hidden until this runs. It is text, because it is served as it stands.
import { formatTimeLeft } from './time-left.js';

export const PAY_SCRIPT = /* js */ `'use strict';
(() => {
  ${formatTimeLeft.toString()}

  const MOST_MS = 30000;
  const main = document.querySelector('main');
  const announcement = document.getElementById('announcement');

  offerCopying();
  offerPrinting();
  const firstPollMs = Number(main.dataset.firstPoll);
  if (firstPollMs > 0) watch(firstPollMs);
  tellChange();

  function offerCopying() {
    for (const button of document.querySelectorAll('[data-copy]')) {
      const word = button.firstElementChild;
      const before = word.textContent;
      let timer;
      button.hidden = false;
      button.addEventListener('click', async () => {
        if (!(await copy(button.dataset.copy))) return;
        word.textContent = button.dataset.done;
        button.classList.add('done');
        announcement.textContent = button.textContent;
        clearTimeout(timer);
        timer = setTimeout(() => {
          word.textContent = before;
          button.classList.remove('done');
          announcement.textContent = '';
        }, 2500);
      });
    }
  }

  async function copy(text) {
    try {
      await navigator.clipboard.writeText(text);
      return true;
    } catch {
      // Without https there is no clipboard; the old way works everywhere.
      const field = document.createElement('textarea');
      field.className = 'unseen';
      field.value = text;
      document.body.append(field);
      const focused = document.activeElement;
      field.select();
      const done = document.execCommand('copy');
      field.remove();
      focused.focus();
      return done;
    }
  }

  function offerPrinting() {
    const button = document.getElementById('print');
    if (button === null) return;
    button.hidden = false;
    button.addEventListener('click', () => print());
  }

  // Asks soon at first, then ever less often; not at all while nobody looks; at once when somebody looks again, which is
  // when he comes back from his bank.
  function watch(firstMs) {
    let waitMs = firstMs;
    let timer;
    let asking = false;
    plan();
    keepTimeLeft(ask);
    document.addEventListener('visibilitychange', () => {
      clearTimeout(timer);
      if (document.hidden) return;
      waitMs = firstMs;
      ask();
    });

    function plan() {
      clearTimeout(timer);
      if (!document.hidden) timer = setTimeout(ask, waitMs);
    }

    async function ask() {
      if (asking) return;
      asking = true;
      try {
        const reply = await fetch(main.dataset.statusUrl, { cache: 'no-store', credentials: 'omit' });
        if (!reply.ok) throw new Error(String(reply.status));
        const { status } = await reply.json();
        if (status !== main.dataset.status) return change();
        waitMs = Math.min(waitMs * 1.2, MOST_MS);
      } catch {
        waitMs = Math.min(waitMs * 2, MOST_MS);
      }
      asking = false;
      plan();
    }
  }

  // The browser's clock may be wrong, but it runs: what counts is how long the page has been open.
  function keepTimeLeft(ask) {
    const left = document.getElementById('left');
    if (left === null) return;
    const deadline = Date.now() + Number(left.dataset.leftMs);
    setInterval(() => {
      const ms = deadline - Date.now();
      if (ms <= 0) return ask();
      const text = formatTimeLeft(ms, document.documentElement.lang);
      if (left.textContent !== text) left.textContent = text;
    }, 5000);
  }

  function change() {
    try {
      sessionStorage.setItem('changed', main.dataset.id);
    } catch {
      // A browser without storage says the change by the page's title alone.
    }
    history.scrollRestoration = 'manual'; // the new status stands at the top
    location.reload();
  }

  // Screen readers hear of a change only when text changes in the page, so the new page says it once more.
  function tellChange() {
    try {
      if (sessionStorage.getItem('changed') !== (main.dataset.id ?? '')) return;
      sessionStorage.removeItem('changed');
    } catch {
      return;
    }
    setTimeout(() => {
      announcement.textContent = document.getElementById('status').textContent;
    }, 500);
  }
})();
`;
