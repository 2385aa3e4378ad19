// The terms of a merchant: what they pay, and how far refunds may take them below zero.
import { METHODS } from '../../../domain/accounts/fee.js';
import { toDecimal } from '../../../domain/base/money.js';
import { may } from '../frame/frame.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { Field, MoneyField, Select } from '../ui/form.js';
import { Card, pesos } from '../ui/parts.js';
import { DESK_TEXTS } from '../ui/texts.js';
import type { MerchantPageProps } from './merchants-view.js';
import { TaxFacts, TaxFields } from './tax-fields.js';
import { MERCHANTS_TEXTS } from './texts.js';

export function Overdraft({ frame, view: { account, overdraft } }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const path = `/merchants/${account.id}/overdraft`;
  return (
    <Card title={texts.overdraft}>
      <p>
        <strong>{pesos(overdraft)}</strong> <span class="soft">{texts.overdraftText}</span>
      </p>
      {may(frame, 'manage') && (
        <AskForm frame={frame} action={path} label={texts.setOverdraft}>
          <MoneyField name="overdraft" label={texts.overdraft} value={toDecimal(overdraft)} required />
          <Submit>{texts.setOverdraft}</Submit>
        </AskForm>
      )}
    </Card>
  );
}

/** What they pay, by method. */
export function Fees({ frame, view: { account, fees, defaultFees } }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const { method: methods } = FRAME_TEXTS[frame.language];
  const path = `/merchants/${account.id}/fee`;
  return (
    <Card title={texts.fees}>
      {METHODS.some((method) => fees[method] === undefined) && <p class="soft">{texts.usual}</p>}
      <ItemTable
        frame={frame}
        items={METHODS.map((method) => ({ method, ...(fees[method] ?? defaultFees[method]) }))}
        columns={(column) => [
          column.word(texts.kind, 'top-left', ({ method }) => methods[method]),
          column.word('', 'bottom-left', ({ method }) => (fees[method] === undefined ? '' : texts.own)),
          column.figure(
            texts.fee,
            'top-right',
            ({ basisPoints, fixed }) => `${toDecimal(basisPoints)} % + ${pesos(fixed)}`,
          ),
        ]}
      />
      {may(frame, 'manage') && (
        <AskForm frame={frame} action={path} label={texts.setFee}>
          <Select
            name="method"
            label={texts.kind}
            choices={METHODS.map((method) => ({ value: method, name: methods[method] }))}
          />
          <Field name="percent" label={texts.percent} inputMode="decimal" class="sum" required />
          <MoneyField name="fixed" label={texts.fixed} required />
          <Submit>{texts.setFee}</Submit>
        </AskForm>
      )}
    </Card>
  );
}

// What invoices of our fees must say of a merchant (D88), at the desk.
export function TaxCard({ frame, view: { account, tax } }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const path = `/merchants/${account.id}/tax-data`;
  return (
    <Card title={texts.tax.title}>
      <TaxFacts language={frame.language} tax={tax} />
      {may(frame, 'manage') && (
        <AskForm frame={frame} action={path} label={tax === null ? texts.tax.add : texts.tax.change}>
          <TaxFields language={frame.language} tax={tax} />
          <Submit>{DESK_TEXTS[frame.language].save}</Submit>
        </AskForm>
      )}
    </Card>
  );
}
