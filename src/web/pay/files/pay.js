// The customer page's script: copying, printing, the time left, the live status, and what is shown without a signal. The
// page is complete without it, and every button is hidden until it runs. Nothing translates it, so it may use only
// features of browsers of the last few years.

const LONGEST_WAIT_MS = 30000;
const KEPT_RELOAD_MS = 3000;
const MOST_KEPT_PAGES = 8;
/**
 * The served script has the server's own functions before this file, so that both use the same words.
 * @typedef {{ formatTimeLeft(ms: number, locale: string): string, formatCountdown(ms: number): string,
 *   formatNearDay(at: number, now: number, locale: string): string }} Served
 */
const server = /** @type {Served} */ (/** @type {unknown} */ (globalThis));
const main = requireElement('main');
const announcement = requireElement('#announcement');
/** As the server wrote it, before anything here changes it. */
const source = `<!doctype html>${document.documentElement.outerHTML}`;
const { payUrl, version } = main.dataset;

offerCopying();
offerPrinting();
offerEnlarging();
if (payUrl !== undefined) {
  watch(payUrl, Number(main.dataset.firstPoll));
  keepPage(payUrl).catch(() => {}); // a browser that keeps nothing shows nothing without a signal
}
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

/** A phone prints into a file, or hands the page to whoever asked for the receipt. */
function offerPrinting() {
  offer('button.print', () => print());
  if ('share' in navigator)
    offer('button.share', () => navigator.share({ title: document.title, url: location.href }).catch(() => {}));
}

/**
 * @param {string} selector
 * @param {() => void} act
 */
function offer(selector, act) {
  for (const button of document.querySelectorAll(selector)) {
    if (!(button instanceof HTMLElement)) continue;
    button.hidden = false;
    button.addEventListener('click', act);
  }
}

/** A till reads a bar code best when it is large, and the screen must not go dark in the queue. */
function offerEnlarging() {
  const button = document.querySelector('button.enlarge');
  if (!(button instanceof HTMLElement) || typeof HTMLDialogElement === 'undefined') return;
  const code = document.querySelector('.barcode');
  button.hidden = false;
  for (const place of [button, code]) place?.addEventListener('click', () => enlarge(code, button.dataset));
}

/**
 * @param {Element | null} code
 * @param {DOMStringMap} words
 */
async function enlarge(code, words) {
  const dialog = document.createElement('dialog');
  const number = document.createElement('strong');
  const caption = document.createElement('p');
  const turn = document.createElement('p');
  const close = document.createElement('button');
  dialog.className = 'full';
  turn.className = 'turn';
  turn.textContent = words.turn ?? '';
  dialog.append(turn, ...[...(code?.childNodes ?? [])].map((node) => node.cloneNode(true)), number, caption, close);
  number.textContent = requireElement('.pay-to .copy').dataset.copy?.replace(/(.{4})(?=.)/g, '$1 ') ?? '';
  caption.textContent = words.caption ?? '';
  close.textContent = words.close ?? '';
  close.addEventListener('click', () => dialog.close());
  /** @type {WakeLockSentinel | null | undefined} */
  let lock;
  // Some browsers have no lock, and others refuse it when the battery is low. A page that was hidden has lost it.
  const stayAwake = async () => {
    if (!document.hidden) lock = await navigator.wakeLock?.request('screen').catch(() => null);
  };
  dialog.addEventListener('close', () => {
    document.removeEventListener('visibilitychange', stayAwake);
    lock?.release();
    dialog.remove();
  });
  document.addEventListener('visibilitychange', stayAwake);
  document.body.append(dialog);
  dialog.showModal();
  await stayAwake();
}

/**
 * The service tells of changes as they happen. Until it does, and where no stream gets through, the page asks: soon at
 * first, then less and less often. While nobody looks it does neither, and asks at once when somebody looks again,
 * because that is when customers come back from their bank.
 * @param {string} url
 * @param {number} firstMs 0: nothing is expected to change, so it asks only when somebody comes back
 */
function watch(url, firstMs) {
  let waitMs = firstMs;
  let timer = 0;
  let asking = false;
  /** @type {EventSource | null} */
  let stream = null;
  let isTold = false;

  keepTimeLeft(ask);
  keepLock(ask);
  showSignal(navigator.onLine);
  document.addEventListener('visibilitychange', () => (document.hidden ? rest() : wake()));
  // A page with a stream is not kept for going back.
  addEventListener('pagehide', rest);
  addEventListener('pageshow', (event) => event.persisted && wake());
  addEventListener('online', wake);
  addEventListener('offline', () => showSignal(false));
  listen();
  plan();
  if (!isFresh()) ask();

  function wake() {
    rest();
    waitMs = firstMs;
    listen();
    ask();
  }

  function rest() {
    clearTimeout(timer);
    stream?.close();
    stream = null;
    isTold = false;
  }

  function listen() {
    if (firstMs === 0 || document.hidden || typeof EventSource === 'undefined') return;
    stream = new EventSource(`${url}/events`);
    stream.addEventListener('state', (event) => {
      isTold = true;
      clearTimeout(timer);
      showSignal(true);
      compare(JSON.parse(event.data).version);
    });
    stream.addEventListener('error', () => {
      isTold = false;
      plan();
    });
  }

  function plan() {
    clearTimeout(timer);
    if (firstMs > 0 && !document.hidden && !isTold) timer = setTimeout(ask, waitMs);
  }

  async function ask() {
    if (asking) return;
    asking = true;
    try {
      const reply = await fetch(`${url}/status.json`, { cache: 'no-store', credentials: 'omit' });
      showSignal(true);
      if (!reply.ok) throw new Error(String(reply.status));
      const { version: current } = await reply.json();
      if (compare(current)) return;
      waitMs = Math.min(waitMs * 1.2, LONGEST_WAIT_MS);
    } catch (error) {
      if (error instanceof TypeError) showSignal(false);
      waitMs = Math.min(waitMs * 2, LONGEST_WAIT_MS);
    }
    asking = false;
    plan();
  }
}

/**
 * Loads the page again if it differs from what is so now. A page of the service does so once for each difference: two
 * nodes of different versions may not agree about it. A kept page does so until the service is reached: where the signal
 * comes and goes, the answer may get through and the page may not.
 * @param {string} current
 * @returns {boolean} whether the page is about to be another one
 */
function compare(current) {
  if (current === version && !isKept()) return false;
  try {
    const change = `${main.dataset.id} ${current}`;
    if (sessionStorage.getItem('shown') === change) {
      if (isKept()) setTimeout(() => location.reload(), KEPT_RELOAD_MS);
      return isKept();
    }
    sessionStorage.setItem('shown', change);
    if (current !== version) sessionStorage.setItem('changed', main.dataset.id ?? '');
  } catch {
    // In a browser without storage, only the page's title shows the change.
  }
  history.scrollRestoration = 'manual'; // the new status is at the top
  location.reload();
  return true;
}

/** Whether the server made this page just now: one that was kept has an old time left. */
function isFresh() {
  const [entry] = performance.getEntriesByType('navigation');
  const isBack = entry instanceof PerformanceNavigationTiming && entry.type === 'back_forward';
  return !isBack && !isKept();
}

/**
 * A kept page says of when it is until another one takes its place.
 * @param {boolean} isThere
 */
function showSignal(isThere) {
  const note = requireElement('#note');
  if (note.classList.contains('over')) return;
  note.hidden = isThere && !isKept();
  note.textContent = note.hidden ? '' : (main.dataset.offline ?? '');
}

function isKept() {
  return 'kept' in document.documentElement.dataset;
}

/** @param {string} text */
function showOver(text) {
  main.classList.add('is-over');
  const note = requireElement('#note');
  note.classList.add('over');
  note.textContent = text;
  note.hidden = false;
}

/**
 * Counts how long the page has been open, because the browser's clock may show the wrong time. Only a kept page has to
 * trust that clock. When the time is over, nothing to pay with is shown any more, signal or not.
 * @param {() => void} ask
 */
function keepTimeLeft(ask) {
  const left = document.getElementById('left');
  if (left === null) return;
  const { lang } = document.documentElement;
  const end = Number(main.dataset.expiresAt);
  const deadline = isFresh() ? Date.now() + Number(main.dataset.leftMs) : end;
  const look = () => {
    const ms = deadline - Date.now();
    if (ms <= 0) {
      showOver(main.dataset.over ?? '');
      ask();
      return;
    }
    const now = end - ms;
    for (const near of document.querySelectorAll('.near'))
      write(near, server.formatNearDay(Number(near.getAttribute('data-at')), now, lang));
    const untilMs = Number(left.dataset.until) - now;
    requireElement('.left').hidden = untilMs <= 0 || untilMs > Number(left.dataset.shownMs);
    write(left, server.formatTimeLeft(untilMs, lang));
  };
  setInterval(look, 5000);
  if (!isFresh()) look();
}

/**
 * @param {Element} place
 * @param {string} text
 */
function write(place, text) {
  if (place.textContent !== text) place.textContent = text;
}

/**
 * An amount in coins holds for some minutes. What is over is hidden until the page has the new one.
 * @param {() => void} ask
 */
function keepLock(ask) {
  const lock = document.getElementById('lock');
  if (lock === null) return;
  const deadline = isFresh() ? Date.now() + Number(lock.dataset.leftMs) : Number(lock.dataset.until);
  const timer = setInterval(look, 1000);
  look();

  function look() {
    const ms = deadline - Date.now();
    if (ms > 0) {
      requireElement('#lock').textContent = server.formatCountdown(ms);
      return;
    }
    clearInterval(timer);
    showOver(requireElement('#lock').dataset.over ?? '');
    ask();
  }
}

/**
 * Keeps the page, so that the customer has the reference at a till without a signal. worker.js shows it then.
 * @param {string} url
 */
async function keepPage(url) {
  if (!isSecureContext || !('serviceWorker' in navigator) || !location.pathname.startsWith(url)) return;
  if (isKept()) return;
  const folder = url.slice(0, url.lastIndexOf('/') + 1);
  await navigator.serviceWorker.register(`${folder}worker.js`, { scope: folder });
  const cache = await caches.open('pay');
  const page = new Response(source, { headers: { 'content-type': 'text/html; charset=utf-8' } });
  await cache.delete(location.href);
  await cache.put(location.href, page);
  const pages = (await cache.keys()).filter((request) => new URL(request.url).pathname.startsWith(folder));
  for (const request of pages.slice(0, -MOST_KEPT_PAGES)) await cache.delete(request);
  /** @type {NodeListOf<HTMLLinkElement | HTMLScriptElement | HTMLImageElement>} */
  const files = document.querySelectorAll('link[rel="stylesheet"], script[src], header img');
  for (const file of files) {
    const address = 'href' in file ? file.href : file.src;
    if ((await cache.match(address)) === undefined) await cache.add(address);
  }
}

/**
 * Screen readers announce only text that changes within a page, so the new page sets the text once more. A kept page is
 * not the new one.
 */
function announceChange() {
  if (isKept()) return;
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
