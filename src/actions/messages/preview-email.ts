// Shows a merchant how an e-mail looks with these settings, before anybody gets it. Nothing is stored or sent.
import type { Deps } from '../../deps.js';
import type { Scope } from '../../domain/accounts/account.js';
import type { EmailKind } from '../../domain/messages/email.js';
import { type EmailContent, writeEmail } from '../../domain/messages/email-content.js';
import { emailSample } from '../../domain/messages/email-sample.js';
import { faultsOf, type MessageSettings } from '../../domain/messages/message-settings.js';
import { deadlinesOf } from '../../domain/orders/deadlines.js';
import { invalidRequest } from '../../errors/errors.js';
import { findBrand } from '../../store/accounts/brands.js';
import { requireAccount } from '../accounts/require-account.js';

type PreviewCall = {
  readonly scope: Scope;
  readonly kind: EmailKind;
  readonly settings: MessageSettings;
};

export async function previewEmail(
  deps: Pick<Deps, 'db' | 'clock' | 'settings'>,
  { scope, kind, settings }: PreviewCall,
): Promise<EmailContent> {
  const faults = faultsOf(settings);
  if (faults.length > 0) throw invalidRequest(...faults);
  const { name: shop } = await requireAccount(deps, scope.accountId);
  const product = settings.language === 'en' ? 'Phone case' : 'Funda de celular';
  const sample = emailSample(
    kind,
    { ...scope, mode: 'live' },
    { customer: 'Ana Robles', product, now: deps.clock.now() },
  );
  const brand = await findBrand(deps.db, scope.accountId);
  return writeEmail({
    ...sample,
    payments: [],
    deadlines: deadlinesOf(sample.order, '', deps.clock.now()),
    kind,
    shop,
    brand,
    baseUrl: deps.settings.baseUrl,
    beneficiary: deps.settings.speiBeneficiary,
    settings,
  });
}
