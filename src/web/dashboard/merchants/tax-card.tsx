// What invoices of our fees must say of a merchant (D88), at the desk.
import { AskFirst, Form } from '../ui/form.js';
import { Card } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { MerchantPageProps } from './merchants-view.js';
import { TaxFacts, TaxFields } from './tax-fields.js';
import { MERCHANTS_TEXTS } from './texts.js';

export function TaxCard({ frame, view: { account, tax }, may }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const path = `/merchants/${account.id}/tax-data`;
  return (
    <Card title={texts.tax.title}>
      <TaxFacts language={frame.language} tax={tax} />
      {may.manage && (
        <AskFirst label={texts.tax.change} of={{ frame, action: path }}>
          <Form frame={frame} action={path}>
            <TaxFields language={frame.language} tax={tax} />
            <button type="submit">{DESK_TEXTS[frame.language].save}</button>
          </Form>
        </AskFirst>
      )}
    </Card>
  );
}
