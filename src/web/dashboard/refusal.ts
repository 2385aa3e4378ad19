// What a page of the dashboard refuses by itself, before any action: said on the page that the form stands on.
import type { JsonObject } from '../../wire/json.js';
import type { Frame } from './layout.js';
import { DASHBOARD_TEXTS } from './texts.js';

/** The message is in the language of the page. */
export class Refusal extends Error {
  override readonly name = 'Refusal';
}

/** What cannot be taken back is asked for twice. */
export function requireSure({ language }: Pick<Frame, 'language'>, form: JsonObject): void {
  if (form['sure'] !== 'yes') throw new Refusal(DASHBOARD_TEXTS[language].order.notSure);
}
