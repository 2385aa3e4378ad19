// A merchant's settings: e-mails to customers with texts of their own, the brand, and what becomes of unusual payments. They hold in
// both modes. Everybody who works for the merchant sees them, and owners change them.

import { setBrand } from '../../../actions/accounts/set-brand.js';
import { setPolicies } from '../../../actions/accounts/set-policy.js';
import { setTaxProfile } from '../../../actions/accounts/set-tax-profile.js';
import { readMessageSettings, setMessageSettings } from '../../../actions/messages/message-settings.js';
import { previewEmail } from '../../../actions/messages/preview-email.js';
import type { Deps } from '../../../deps.js';
import { type Brand, CONTACT_FIELDS, readColour } from '../../../domain/accounts/brand.js';
import type { Language } from '../../../domain/base/language.js';
import { EMAIL_KINDS, type EmailKind } from '../../../domain/messages/email.js';
import {
  changeMessageSettings,
  LANGUAGES,
  type MessageSettingsChange,
} from '../../../domain/messages/message-settings.js';
import { DEFAULT_POLICIES, POLICY_CASES, POLICY_CHOICES, type Policies } from '../../../domain/money/policy.js';
import { isUsable } from '../../../domain/points/payment-point.js';
import { AppError } from '../../../errors/errors.js';
import { findBrand } from '../../../store/accounts/brands.js';
import { findPolicies } from '../../../store/accounts/policies.js';
import { findTaxProfile } from '../../../store/accounts/tax-profile.js';
import { PAGE_HEADERS } from '../../pay/page-reply.js';
import { taxProfileIn } from '../merchants/tax-fields.js';
import { type Preview, renderPreview } from '../points/preview.js';
import { sentOf, textIn } from '../refusal.js';
import { filterIn } from '../ui/list-query.js';
import type { MerchantVisit, Page, Visits } from '../visit.js';
import { renderBrandPage } from './brand-page.js';
import { renderKindPage } from './kind-page.js';
import { renderMessagesSettings } from './messages-page.js';
import { renderPoliciesPage } from './policies-page.js';
import { renderTaxPage } from './tax-page.js';
import { SETTINGS_DONE } from './texts.js';

export function settingsRoutes(visits: Visits, deps: Deps): void {
  messagesSettings(visits, deps);
  kindSettings(visits, deps);
  brandSettings(visits, deps);
  policySettings(visits, deps);
  taxSettings(visits, deps);
}

function messagesSettings({ merchant: { show, act } }: Visits, deps: Deps): void {
  const page: Page<MerchantVisit> = async (visit) =>
    renderMessagesSettings(visit.frame, {
      settings: await readMessageSettings(deps, accountOf(visit)),
      hasServer: deps.mailer !== null,
    });
  show('/settings', 'see', page);
  show('/settings/messages', 'see', page);

  const form = { page, backTo: '/settings/messages' };
  act('/settings/messages', 'manage', { ...form, done: SETTINGS_DONE.messages }, (visit) => {
    const language = LANGUAGES.find((one) => one === visit.form['language']);
    const hours = textIn(visit, 'reminder_hours');
    const change = {
      language,
      replyTo: textIn(visit, 'reply_to') || null,
      reminderHours: hours === '' ? null : Number(hours),
    };
    return set(deps, visit, change);
  });
  act('/settings/messages/:kind/switch', 'manage', { ...form, done: SETTINGS_DONE.switched }, (visit) =>
    set(deps, visit, { kinds: { [kindOf(visit)]: { isOn: visit.form['to'] === 'on' } } }),
  );
}

function kindSettings({ merchant: { show, act } }: Visits, deps: Deps): void {
  const kindPage: Page<MerchantVisit> = (visit) => showKind(deps, visit, null);
  show('/settings/messages/:kind', 'see', kindPage);
  const form = { page: kindPage, backTo: '/settings/messages/:kind', done: SETTINGS_DONE.texts };
  act('/settings/messages/:kind/:language', 'manage', form, async (visit) => {
    await set(deps, visit, typedTexts(visit));
    return { to: `/settings/messages/${kindOf(visit)}?texts=${languageOf(visit)}` };
  });
  act('/settings/messages/:kind/:language/preview', 'manage', form, async (visit) => {
    const frame = { ...visit.frame, sent: sentOf(visit, {}) };
    return { page: await showKind(deps, { ...visit, frame }, typedTexts(visit)) };
  });
}

/** `typed`: what the preview shows instead of what is saved. */
async function showKind(deps: Deps, visit: MerchantVisit, typed: MessageSettingsChange | null): Promise<string> {
  const kind = kindOf(visit);
  const { sent } = visit.frame;
  // The button for the preview sends the same form to another address; what was typed belongs to the form.
  const frame = { ...visit.frame, sent: sent && { ...sent, action: sent.action.replace(/\/preview$/, '') } };
  const settings = await readMessageSettings(deps, accountOf(visit));
  const language = languageOf(visit, settings.language);
  const shown = { ...changeMessageSettings(settings, typed ?? {}), language };
  const email = await previewEmail(deps, { scope: visit.merchant.scope, kind, settings: shown });
  const isUnsaved = typed !== null;
  return renderKindPage(frame, { kind, language, settings, email, isUnsaved });
}

/** More than a logo may have, so that one that is too large is refused at its field. */
const MOST_UPLOADED_BYTES = 1024 * 1024;

function brandSettings({ merchant: { show, act, send } }: Visits, deps: Deps): void {
  const page: Page<MerchantVisit> = async (visit) =>
    renderBrandPage(visit.frame, {
      brand: await shownBrand(deps, visit),
      hasSample: (await findSample(deps, visit)) !== null,
    });
  show('/settings/brand', 'see', page);
  send('/settings/brand/preview', 'see', async (visit, reply) => {
    const sample = await findSample(deps, visit);
    if (sample === null) throw new AppError('not_found');
    const { frame, now, visitor } = visit;
    const { language, basePath } = frame;
    const brand = await shownBrand(deps, visit);
    const shown = { ...sample, language, now, basePath, shop: visitor.account.name, brand };
    return reply.headers(PAGE_HEADERS).send(renderPreview(shown));
  });
  const form = { page, backTo: '/settings/brand', done: SETTINGS_DONE.brand, largest: MOST_UPLOADED_BYTES };
  act('/settings/brand', 'manage', form, (visit) =>
    setBrand(deps, {
      accountId: accountOf(visit),
      colour: textIn(visit, 'colour') || null,
      contact: Object.fromEntries(CONTACT_FIELDS.map((field) => [field, textIn(visit, field)])),
      logo: visit.form['no_logo'] === 'yes' ? null : visit.files['logo']?.bytes,
      actor: visit.actor,
    }),
  );
}

/** What is saved, but for a colour that somebody is choosing. */
async function shownBrand(deps: Deps, visit: MerchantVisit): Promise<Brand> {
  const brand = await findBrand(deps.db, accountOf(visit));
  return { ...brand, colour: readColour(filterIn(visit.request.query, 'colour')) ?? brand.colour };
}

/** A point whose page stands for all: one for tests, if there is none for live money yet. */
async function findSample(deps: Deps, { merchant }: MerchantVisit): Promise<Pick<Preview, 'point' | 'mode'> | null> {
  const points = await deps.points.all();
  for (const mode of [merchant.scope.mode, 'test'] as const) {
    const point = points.find((one) => isUsable(one, mode));
    if (point !== undefined) return { point, mode };
  }
  return null;
}

function policySettings({ merchant: { show, act } }: Visits, deps: Deps): void {
  const page: Page<MerchantVisit> = async (visit) =>
    renderPoliciesPage(visit.frame, await findPolicies(deps.db, accountOf(visit)), deps.settings.lateGraceHours);
  show('/settings/policies', 'see', page);
  act(
    '/settings/policies',
    'manage',
    { page, backTo: '/settings/policies', done: SETTINGS_DONE.policies },
    async (visit) => {
      const before = await findPolicies(deps.db, accountOf(visit));
      const policies = { ...DEFAULT_POLICIES, ...before, ...typedPolicies(visit) };
      await setPolicies(deps, { accountId: accountOf(visit), policies, actor: visit.actor });
    },
  );
}

function taxSettings({ merchant: { show, act } }: Visits, deps: Deps): void {
  const page: Page<MerchantVisit> = async (visit) =>
    renderTaxPage(visit.frame, await findTaxProfile(deps.db, accountOf(visit)));
  show('/settings/tax', 'see', page);
  act('/settings/tax', 'manage', { page, backTo: '/settings/tax', done: SETTINGS_DONE.tax }, (visit) =>
    setTaxProfile(deps, { accountId: accountOf(visit), given: taxProfileIn(visit), actor: visit.actor }),
  );
}

function set(deps: Deps, visit: MerchantVisit, change: MessageSettingsChange) {
  return setMessageSettings(deps, { accountId: accountOf(visit), change, actor: visit.actor });
}

function typedTexts(visit: MerchantVisit): MessageSettingsChange {
  const [kind, language] = [kindOf(visit), languageOf(visit)];
  const text = (field: string) => textIn(visit, `kinds.${kind}.${language}.${field}`);
  const texts = { [language]: { subject: text('subject'), introduction: text('introduction') } };
  return { kinds: { [kind]: { texts } } };
}

function typedPolicies(visit: MerchantVisit): Partial<Policies> {
  return Object.fromEntries(
    POLICY_CASES.flatMap((name) => {
      const choice = POLICY_CHOICES.find((one) => one === visit.form[name]);
      return choice === undefined ? [] : [[name, choice]];
    }),
  );
}

function accountOf({ merchant }: MerchantVisit): string {
  return merchant.scope.accountId;
}

function kindOf({ request }: MerchantVisit): EmailKind {
  const kind = EMAIL_KINDS.find((one) => one === request.params['kind']);
  if (kind === undefined) throw new AppError('not_found');
  return kind;
}

/** The language of the texts: in the path of a form, in the query of a page. */
function languageOf({ request }: MerchantVisit, usual: Language = 'es'): Language {
  const asked = request.params['language'] ?? request.query['texts'];
  const language = LANGUAGES.find((one) => one === asked);
  if (language === undefined && request.params['language'] !== undefined) throw new AppError('not_found');
  return language ?? usual;
}
