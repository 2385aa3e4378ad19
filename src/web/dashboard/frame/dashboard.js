// What a script adds to the dashboard: keys lead around ("?" shows them), a click anywhere in a row opens it, values can be
// copied, and drawers close. Everything else works without it.

for (const button of document.querySelectorAll('[data-copy]')) {
  if (!(button instanceof HTMLElement) || navigator.clipboard === undefined) continue;
  button.hidden = false;
  button.addEventListener('click', async () => {
    await navigator.clipboard.writeText(button.dataset['copy'] ?? '');
    const label = button.getAttribute('aria-label') ?? '';
    button.setAttribute('aria-label', button.dataset['done'] ?? '');
    button.classList.add('copied');
    setTimeout(() => {
      button.setAttribute('aria-label', label);
      button.classList.remove('copied');
    }, 2_000);
  });
}

// A colour can be picked instead of typed.
for (const picker of document.querySelectorAll('input[data-colour-of]')) {
  if (!(picker instanceof HTMLInputElement)) continue;
  const field = picker.form?.elements.namedItem(picker.dataset['colourOf'] ?? '');
  if (!(field instanceof HTMLInputElement)) continue;
  picker.hidden = false;
  picker.addEventListener('change', () => {
    field.value = picker.value;
    field.dispatchEvent(new Event('change'));
  });
}

// The name of a chosen file stands beside the button.
for (const shown of document.querySelectorAll('.file > .soft'))
  shown.parentElement?.addEventListener('change', ({ target }) => {
    if (target instanceof HTMLInputElement) shown.textContent = target.files?.[0]?.name ?? '';
  });

// What follows a field is shown again, by the server, for what the field says now.
for (const shown of document.querySelectorAll('[data-follows]')) {
  const name = shown.getAttribute('data-follows') ?? '';
  const field = document.querySelector(`main [name="${CSS.escape(name)}"]`);
  if (field instanceof HTMLInputElement)
    field.addEventListener('change', async () => {
      const answer = await fetch(`?${new URLSearchParams({ [name]: field.value })}`);
      const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
      shown.replaceChildren(...(page.querySelector('[data-follows]')?.childNodes ?? []));
    });
}

// A page that is shown inside of this one is as tall as what it says, at any width.
for (const shown of document.querySelectorAll('iframe')) fit(shown);
document.addEventListener('load', ({ target }) => fit(target), true);

/** @param {EventTarget | null} shown */
function fit(shown) {
  const body = shown instanceof HTMLIFrameElement ? shown.contentDocument?.body : null;
  if (!(shown instanceof HTMLIFrameElement) || !body) return;
  new ResizeObserver(() => shown.style.setProperty('--tall', `${body.offsetHeight}px`)).observe(body);
}

// What an e-mail's own text can say of an order is put where one is writing.
for (const button of document.querySelectorAll('[data-insert]')) {
  if (!(button instanceof HTMLButtonElement) || button.form === null) continue;
  const { form, dataset } = button;
  /** @type {Element | null} */
  let field = form.querySelector('textarea');
  form.addEventListener('focusout', ({ target }) => {
    if (target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement) field = target;
  });
  button.addEventListener('click', () => {
    if (!(field instanceof HTMLInputElement || field instanceof HTMLTextAreaElement)) return;
    field.setRangeText(dataset['insert'] ?? '', field.selectionStart ?? 0, field.selectionEnd ?? 0, 'end');
    field.focus();
  });
}

// On a phone the tabs are wider than the screen: the one that is open is brought into sight.
for (const tab of document.querySelectorAll('main nav [aria-current]')) {
  tab.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
}

/** The links that open the rows of the page's lists: the first of each row. */
const rowLinks = [...document.querySelectorAll('.list tbody tr')].flatMap((row) => {
  const link = row.querySelector('a[href]');
  if (!(link instanceof HTMLAnchorElement) || !(row instanceof HTMLElement)) return [];
  row.classList.add('opens');
  row.addEventListener('click', ({ target, ctrlKey, metaKey }) => {
    const isOther = target instanceof Element && target.closest('a, button, input, label, select, summary') !== null;
    const isSelecting = String(getSelection()) !== '';
    if (isOther || isSelecting) return;
    if (ctrlKey || metaKey) open(link.href, '_blank', 'noopener');
    else link.click();
  });
  return [link];
});

/** After "g": the section that the key leads to. */
let isGoing = false;

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
  if (event.key === 'Escape') closeDrawers(null);
  if (isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const section = isGoing ? document.querySelector(`#menu a[data-key="${CSS.escape(event.key)}"]`) : null;
  isGoing = event.key === 'g' && !isGoing;
  if (section instanceof HTMLAnchorElement) section.click();
  else if (event.key === '/') goToSearch(event);
  else if (event.key === 'j' || event.key === 'k') moveInRows(event.key === 'j' ? 1 : -1);
  else if (event.key === '?') showKeys();
});

/** @param {Event} event */
function goToSearch(event) {
  const search = document.querySelector('header input[type=search]');
  if (!(search instanceof HTMLInputElement)) return;
  event.preventDefault();
  search.focus();
  search.select();
}

/** @param {number} step */
function moveInRows(step) {
  const at = rowLinks.findIndex((link) => link.matches(':focus'));
  rowLinks.at(Math.max(0, Math.min(rowLinks.length - 1, at + step)))?.focus();
}

function showKeys() {
  const keys = document.querySelector('dialog.keys');
  if (keys instanceof HTMLDialogElement && !keys.open) keys.showModal();
}

document.addEventListener('click', ({ target }) => closeDrawers(target instanceof Element ? target : null));

/** @param {Element | null} inside */
function closeDrawers(inside) {
  for (const drawer of document.querySelectorAll('details.person[open]')) {
    if (inside === null || !drawer.contains(inside)) drawer.removeAttribute('open');
  }
}
