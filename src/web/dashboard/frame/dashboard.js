// What a script adds to the dashboard: "/" goes to the search, values can be copied, and drawers close.
// Everything else works without it.

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

// On a phone the tabs are wider than the screen: the one that is open is brought into sight.
for (const tab of document.querySelectorAll('main nav [aria-current]')) {
  const strip = tab.closest('nav, ul');
  if (strip !== null && strip.scrollWidth > strip.clientWidth)
    tab.scrollIntoView({ block: 'nearest', inline: 'center', behavior: 'instant' });
}

document.addEventListener('keydown', (event) => {
  const isTyping = event.target instanceof Element && event.target.closest('input, select, textarea') !== null;
  if (event.key === 'Escape') closeDrawers(null);
  if (event.key !== '/' || isTyping || event.ctrlKey || event.metaKey || event.altKey) return;
  const search = document.querySelector('header input[type=search]');
  if (!(search instanceof HTMLInputElement)) return;
  event.preventDefault();
  search.focus();
  search.select();
});

document.addEventListener('click', ({ target }) => closeDrawers(target instanceof Element ? target : null));

/** @param {Element | null} inside */
function closeDrawers(inside) {
  for (const drawer of document.querySelectorAll('details.person[open]')) {
    if (inside === null || !drawer.contains(inside)) drawer.removeAttribute('open');
  }
}
