// The script of the guides: results while somebody types into the search, buttons that copy samples, the reader's own key in them,
// and every sample in the language that was opened last. The pages are
// complete without it. Nothing translates it, so it may use only features of browsers of the last few years.

/**
 * @typedef {{ slug: string, title: string, heading: string, anchor: string, text: string }} Section
 * @typedef {Section & { snippet: string }} Hit
 */

/** The served script has the server's own functions before this file, so that both find the same. */
const server =
  /** @type {{ toSearchable(section: Section): Section, searchSections(sections: Section[], query: string): Hit[] }} */ (
    /** @type {unknown} */ (globalThis)
  );
const SHOWN = 8;

offerCopying();
offerKey();
rememberLanguage();
const form = document.querySelector('form.search');
if (form instanceof HTMLFormElement) offerHits(form);

function offerCopying() {
  const { copy = '', copied = '' } = document.documentElement.dataset;
  if (navigator.clipboard === undefined) return;
  for (const sample of document.querySelectorAll('pre')) {
    const button = document.createElement('button');
    button.type = 'button';
    button.className = 'copy';
    button.textContent = copy;
    let timer = 0;
    button.addEventListener('click', async () => {
      await navigator.clipboard.writeText(sample.textContent ?? '');
      button.textContent = copied;
      clearTimeout(timer);
      timer = setTimeout(() => {
        button.textContent = copy;
      }, 2500);
    });
    const frame = document.createElement('div');
    frame.className = 'sample';
    sample.replaceWith(frame);
    frame.append(sample, button);
  }
}

/** A field above the sample that sets the key. What is typed stands in the samples and is forgotten with the window. */
function offerKey() {
  const shown = 'sk_test_your_private_key';
  const places = [...document.querySelectorAll('pre code')].flatMap((code) => textsOf(code, shown));
  const first = places[0]?.parentElement?.closest('pre');
  if (!first) return;
  const label = document.createElement('label');
  label.className = 'your-key';
  const input = document.createElement('input');
  input.autocomplete = 'off';
  input.spellcheck = false;
  input.placeholder = 'sk_test_…';
  label.append(document.documentElement.dataset.yourKey ?? '', input);
  (first.closest('.sample') ?? first).before(label);
  const texts = places.map((place) => ({ place, before: place.data }));
  const fill = () => {
    const key = /^sk_test_\w+$/.test(input.value.trim()) ? input.value.trim() : shown;
    for (const { place, before } of texts) place.data = before.replaceAll(shown, key);
  };
  input.value = sessionStorage.getItem('cobro-test-key') ?? '';
  input.addEventListener('input', () => {
    sessionStorage.setItem('cobro-test-key', input.value);
    fill();
  });
  fill();
}

/**
 * The texts in an element that have a word.
 * @param {Element} element
 * @param {string} word
 */
function textsOf(element, word) {
  const walker = document.createTreeWalker(element, NodeFilter.SHOW_TEXT);
  /** @type {Text[]} */
  const found = [];
  for (let node = walker.nextNode(); node !== null; node = walker.nextNode()) {
    if (node instanceof Text && node.data.includes(word)) found.push(node);
  }
  return found;
}

/** Who opens one sample in a language wants the others in it, too. */
function rememberLanguage() {
  const all = [...document.querySelectorAll('.programs details')].filter((one) => one instanceof HTMLDetailsElement);
  const open = (/** @type {string | null | undefined} */ kind) => {
    for (const one of all) one.open = one.dataset.kind === kind;
  };
  open(localStorage.getItem('cobro-language'));
  for (const one of all) {
    one.querySelector('summary')?.addEventListener('click', (event) => {
      event.preventDefault();
      const kind = one.open ? undefined : one.dataset.kind;
      localStorage.setItem('cobro-language', kind ?? '');
      open(kind);
      one.scrollIntoView({ block: 'nearest' });
    });
  }
}

/** @param {HTMLFormElement} search */
function offerHits(search) {
  const input = search.querySelector('input');
  const list = search.querySelector('.hits');
  if (input === null || !(list instanceof HTMLElement)) return;
  /** @type {Promise<Section[]> | undefined} */
  let loading;
  const load = () => {
    loading ??= fetch(search.dataset.index ?? '')
      .then((reply) => reply.json())
      .then((/** @type {Section[]} */ sections) => sections.map(server.toSearchable));
    return loading;
  };
  input.addEventListener('focus', () => void load());
  input.addEventListener('input', async () => {
    const query = input.value;
    if (query.trim() === '') {
      list.hidden = true;
      return;
    }
    const sections = await load();
    if (query === input.value) show(list, server.searchSections(sections, query).slice(0, SHOWN));
  });
  search.addEventListener('keydown', (event) => {
    if (event.key === 'Escape') list.hidden = true;
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') move(event, search);
  });
  document.addEventListener('click', ({ target }) => {
    if (target instanceof Node && !search.contains(target)) list.hidden = true;
  });
}

/**
 * @param {HTMLElement} list
 * @param {Hit[]} hits
 */
function show(list, hits) {
  const { home = '', none = '' } = list.dataset;
  const items = hits.map(({ slug, anchor, title, heading, snippet }) => {
    const link = document.createElement('a');
    link.href = `${home}/${slug}${anchor === '' ? '' : `#${anchor}`}`;
    const text = document.createElement('span');
    text.textContent = snippet;
    link.append(heading === '' ? title : `${title}: ${heading}`, text);
    link.addEventListener('click', () => {
      list.hidden = true;
    });
    return link;
  });
  const nothing = document.createElement('p');
  nothing.textContent = none;
  list.replaceChildren(...(items.length === 0 ? [nothing] : items));
  list.hidden = false;
}

/**
 * From the field to the hits and back with the arrow keys.
 * @param {KeyboardEvent} event
 * @param {HTMLFormElement} search
 */
function move(event, search) {
  const places = [...search.querySelectorAll('input, .hits:not([hidden]) a')];
  const at = document.activeElement === null ? -1 : places.indexOf(document.activeElement);
  const next = places[at + (event.key === 'ArrowDown' ? 1 : -1)];
  if (!(next instanceof HTMLElement)) return;
  event.preventDefault();
  next.focus();
}
