// The customer page's script: copying, printing, the time left, the live status. The page is complete without it, and
// every button is hidden until it runs. It is served unchanged, so it may use only features of browsers of the last few
// years.

const LONGEST_WAIT_MS = 30000;
/** The served script has the server's own function before this file, so that both use the same words. */
const server = /** @type {{ formatTimeLeft(ms: number, locale: string): string }} */ (
  /** @type {unknown} */ (globalThis)
);
const main = requireElement('main');
const announcement = requireElement('#announcement');

offerCopying();
offerPrinting();
const firstPollMs = Number(main.dataset.firstPoll);
if (firstPollMs > 0) watch(firstPollMs);
announceChange();

function offerCopying() {
  for (const button of document.querySelectorAll('button')) {
    const { copy: text, done = '' } = button.dataset;
    if (text === undefined) continue;
    const word = requireElement('span', button);
    const before = word.textContent;
    let timer = 0;
    button.hidden = false;
    button.addEventListener('click', async () => {
      if (!(await copy(text))) return;
      word.textContent = done;
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

/** @param {string} text */
async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    // Without https there is no clipboard API; the old way works everywhere.
    const field = document.createElement('textarea');
    field.className = 'unseen';
    field.value = text;
    document.body.append(field);
    const focused = document.activeElement;
    field.select();
    const done = document.execCommand('copy');
    field.remove();
    if (focused instanceof HTMLElement) focused.focus();
    return done;
  }
}

function offerPrinting() {
  const button = document.getElementById('print');
  if (button === null) return;
  button.hidden = false;
  button.addEventListener('click', () => print());
}

/**
 * Polls soon at first, then less and less often. It pauses while the page is hidden and polls at once when it becomes
 * visible again, because that is when customers come back from their bank.
 * @param {number} firstMs
 */
function watch(firstMs) {
  let waitMs = firstMs;
  let timer = 0;
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
      const reply = await fetch(main.dataset.statusUrl ?? '', { cache: 'no-store', credentials: 'omit' });
      if (!reply.ok) throw new Error(String(reply.status));
      const { status } = await reply.json();
      if (status !== main.dataset.status) {
        showChange();
        return;
      }
      waitMs = Math.min(waitMs * 1.2, LONGEST_WAIT_MS);
    } catch {
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
    asking = false;
    plan();
  }
}

/**
 * Counts how long the page has been open, because the browser's clock may show the wrong time.
 * @param {() => void} ask
 */
function keepTimeLeft(ask) {
  const left = document.getElementById('left');
  if (left === null) return;
  const deadline = Date.now() + Number(left.dataset.leftMs);
  setInterval(() => {
    const ms = deadline - Date.now();
    if (ms <= 0) {
      ask();
      return;
    }
    const text = server.formatTimeLeft(ms, document.documentElement.lang);
    if (left.textContent !== text) left.textContent = text;
  }, 5000);
}

function showChange() {
  try {
    sessionStorage.setItem('changed', main.dataset.id ?? '');
  } catch {
    // In a browser without storage, only the page's title shows the change.
  }
  history.scrollRestoration = 'manual'; // the new status is at the top
  location.reload();
}

/** Screen readers announce only text that changes within a page, so the new page sets the text once more. */
function announceChange() {
  try {
    if (sessionStorage.getItem('changed') !== (main.dataset.id ?? '')) return;
    sessionStorage.removeItem('changed');
  } catch {
    return;
  }
  setTimeout(() => {
    announcement.textContent = requireElement('#status').textContent;
  }, 500);
}

/**
 * @param {string} selector
 * @param {ParentNode} parent
 * @returns {HTMLElement}
 */
function requireElement(selector, parent = document) {
  const element = parent.querySelector(selector);
  if (!(element instanceof HTMLElement)) throw new Error(`the page has no ${selector}`);
  return element;
}
