// The terms of a merchant: what they pay, and how far refunds may take them below zero.
import { METHODS } from '../../../domain/accounts/fee.js';
import { toDecimal } from '../../../domain/base/money.js';
import { FRAME_TEXTS } from '../frame/texts.js';
import { ItemTable } from '../ui/columns.js';
import { AskForm, Field, MoneyField, Select, Submit } from '../ui/form.js';
import { Card } from '../ui/parts.js';
import { pesos } from '../ui/pesos.js';
import type { MerchantPageProps } from './merchants-view.js';
import { MERCHANTS_TEXTS } from './texts.js';

export function Overdraft({ frame, view: { account, overdraft }, may }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const path = `/merchants/${account.id}/overdraft`;
  return (
    <Card title={texts.overdraft}>
      <p>
        <strong>{pesos(overdraft)}</strong> <span class="soft">{texts.overdraftText}</span>
      </p>
      {may.manage && (
        <AskForm frame={frame} action={path} label={texts.setOverdraft}>
          <MoneyField name="overdraft" label={texts.overdraft} value={toDecimal(overdraft)} required />
          <Submit>{texts.setOverdraft}</Submit>
        </AskForm>
      )}
    </Card>
  );
}

/** What they pay, by method. */
export function Fees({ frame, view: { account, fees, defaultFees }, may }: MerchantPageProps) {
  const texts = MERCHANTS_TEXTS[frame.language];
  const { method: methods } = FRAME_TEXTS[frame.language];
  const path = `/merchants/${account.id}/fee`;
  return (
    <Card title={texts.fees}>
      <ItemTable
        frame={frame}
        items={METHODS.map((method) => ({ method, ...(fees[method] ?? defaultFees[method]) }))}
        columns={(column) => [
          column.word(texts.kind, 'top-left', ({ method }) => methods[method]),
          column.number(texts.percent, 'top-right', ({ basisPoints }) => `${toDecimal(basisPoints)} %`),
          column.money(texts.fixed, 'bottom-right', ({ fixed }) => fixed),
          column.word('', 'bottom-left', ({ method }) => (fees[method] === undefined ? texts.usual : texts.own)),
        ]}
      />
      {may.manage && (
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
