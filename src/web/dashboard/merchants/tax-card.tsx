// What invoices of our fees must say of a merchant (D88), at the desk.
import { AskForm, Submit } from '../ui/form.js';
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
        <AskForm frame={frame} action={path} label={texts.tax.change}>
          <TaxFields language={frame.language} tax={tax} />
          <Submit>{DESK_TEXTS[frame.language].save}</Submit>
        </AskForm>
      )}
    </Card>
  );
}
