// What invoices of our fees must say of a merchant (D88), at the desk.
import { AskFirst, Field, Form } from '../ui/form.js';
import { Card, Code, Fact, Facts } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { MerchantPageProps } from './merchants-view.js';
import { MERCHANTS_TEXTS } from './texts.js';

export function TaxCard({ frame, view: { account, tax }, may }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const path = `/merchants/${account.id}/tax-data`;
  return (
    <Card title={texts.tax.title}>
      {tax === null ? (
        <p class="soft">{texts.tax.none}</p>
      ) : (
        <Facts>
          <Fact name="RFC">
            <Code>{tax.rfc}</Code>
          </Fact>
          <Fact name={texts.tax.name}>{tax.name}</Fact>
          <Fact name={texts.tax.regime}>{tax.regime}</Fact>
          <Fact name={texts.tax.postalCode}>{tax.postalCode}</Fact>
          <Fact name={texts.tax.cfdiUse}>{tax.cfdiUse}</Fact>
        </Facts>
      )}
      {may.manage && (
        <AskFirst label={texts.tax.change} of={{ frame, action: path }}>
          <Form frame={frame} action={path}>
            <Field name="rfc" label="RFC" value={tax?.rfc ?? ''} required maxLength={20} />
            <Field name="tax_name" label={texts.tax.name} value={tax?.name ?? ''} required maxLength={254} />
            <Field name="regime" label={texts.tax.regime} value={tax?.regime ?? ''} hint="601" required maxLength={3} />
            <Field
              name="postal_code"
              label={texts.tax.postalCode}
              value={tax?.postalCode ?? ''}
              required
              maxLength={5}
            />
            <Field
              name="cfdi_use"
              label={texts.tax.cfdiUse}
              value={tax?.cfdiUse ?? ''}
              hint="G03"
              required
              maxLength={4}
            />
            <button type="submit">{DESK_TEXTS[frame.language].save}</button>
          </Form>
        </AskFirst>
      )}
    </Card>
  );
}
