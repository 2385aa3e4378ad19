// What the invoices of the operator's fees must say of the merchant (D88), as the merchant tells it.
import type { TaxProfile } from '../../../domain/accounts/tax-profile.js';
import { type Frame, may } from '../frame/frame.js';
import { TaxFacts, TaxFields } from '../merchants/tax-fields.js';
import { Form } from '../ui/form.js';
import { Card } from '../ui/parts.js';
import { renderSettings, Save } from './settings-frame.js';
import { SETTINGS_TEXTS } from './texts.js';

export function renderTaxPage(frame: Frame, tax: TaxProfile | null): string {
  const { tax: texts, tabs } = SETTINGS_TEXTS[frame.language];
  const { language } = frame;
  return renderSettings(frame, {
    tab: 'tax',
    children: (
      <Card title={tabs.tax} class="narrow-page">
        <p class="soft">{texts.note}</p>
        {may(frame, 'manage') ? (
          <Form frame={frame} action="/settings/tax">
            <TaxFields language={language} tax={tax} />
            <Save frame={frame} />
          </Form>
        ) : (
          <TaxFacts language={language} tax={tax} />
        )}
      </Card>
    ),
  });
}
