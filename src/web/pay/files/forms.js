// The script of pages with a form: it says what is wrong with a field while it is typed, and names the bank of a CLABE. The service
// checks everything again, so the page is complete without it.

/** The served script has the server's own functions before this file, so that both judge alike. */
const looks = /** @type {{
 *   lookAtClabe(text: string, banks: Record<string, string>): { bank: string | null, fault: string | null },
 *   looksLikeEmail(text: string): boolean,
 *   looksLikePhone(text: string): boolean,
 * }} */ (/** @type {unknown} */ (globalThis));

for (const field of document.querySelectorAll('input[data-check]'))
  if (field instanceof HTMLInputElement) watchField(field);
for (const form of document.querySelectorAll('form')) watchForm(form);
for (const way of document.querySelectorAll('input[data-send]')) if (way instanceof HTMLInputElement) watchWay(way);

/**
 * Nobody is told of a fault in what is half typed: only when they go on, and from then on with every letter.
 * @param {HTMLInputElement} field
 */
function watchField(field) {
  let isLeft = field.getAttribute('aria-invalid') === 'true';
  field.addEventListener('input', () => {
    nameBank(field);
    if (isLeft || faultOf(field) === null) show(field, faultOf(field));
  });
  field.addEventListener('change', () => {
    isLeft = true;
    show(field, faultOf(field));
  });
  nameBank(field);
}

/**
 * The button says how the customer pays, and how much.
 * @param {HTMLInputElement} way
 */
function watchWay(way) {
  const say = () => {
    const button = way.form?.querySelector('button.strong');
    if (way.checked && button) button.textContent = way.dataset.send ?? '';
  };
  way.addEventListener('change', say);
  addEventListener('pageshow', say); // going back brings what was chosen
}

/** @param {HTMLFormElement} form */
function watchForm(form) {
  form.addEventListener('submit', (event) => {
    const button = event.submitter;
    if (button instanceof HTMLButtonElement && button.formNoValidate) return;
    const wrong = [...form.elements].filter(
      (field) => field instanceof HTMLInputElement && field.dataset.check !== undefined && faultOf(field) !== null,
    );
    for (const field of wrong) if (field instanceof HTMLInputElement) show(field, faultOf(field));
    const [first] = wrong;
    if (first instanceof HTMLElement) {
      event.preventDefault();
      first.focus();
    }
  });
}

/**
 * What the page says of the fault; null if there is none.
 * @param {HTMLInputElement} field
 */
function faultOf({ value, required, dataset }) {
  if (value.trim() === '') return required ? (dataset.missing ?? '') : null;
  switch (dataset.check) {
    case 'email':
      return looks.looksLikeEmail(value) ? null : (dataset.wrong ?? '');
    case 'phone':
      return looks.looksLikePhone(value) ? null : (dataset.wrong ?? '');
    case 'clabe': {
      const { fault } = looks.lookAtClabe(value, banks());
      return fault === null ? null : (JSON.parse(dataset.wrong ?? '{}')[fault] ?? '');
    }
    default:
      return null;
  }
}

/** @param {HTMLInputElement} field */
function nameBank(field) {
  const place = document.getElementById(`${field.name}-bank`);
  if (place === null) return;
  const { bank } = looks.lookAtClabe(field.value, banks());
  place.textContent = bank ?? '';
  place.hidden = bank === null;
}

/** @returns {Record<string, string>} */
function banks() {
  const list = document.querySelector('[data-banks]');
  return JSON.parse((list instanceof HTMLElement && list.dataset.banks) || '{}');
}

/**
 * @param {HTMLInputElement} field
 * @param {string | null} fault
 */
function show(field, fault) {
  const place = document.getElementById(`${field.name}-fault`);
  if (place === null) return;
  place.textContent = fault ?? '';
  place.hidden = fault === null;
  field.setAttribute('aria-invalid', String(fault !== null));
}
