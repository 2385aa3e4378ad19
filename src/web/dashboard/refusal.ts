// A refusal by the dashboard itself, before any action. It is shown on the page of the form.
import type { JsonObject } from '../../wire/json.js';
import type { Frame } from './layout.js';
import { DASHBOARD_TEXTS } from './texts.js';

/** The message is in the language of the page. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** Requires confirmation of an action that cannot be undone. */
export function requireSure({ language }: Pick<Frame, 'language'>, form: JsonObject): void {
  if (form['sure'] !== 'yes') throw new Refusal(DASHBOARD_TEXTS[language].order.notSure);
}
