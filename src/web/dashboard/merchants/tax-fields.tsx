// The tax data of a merchant (D88): as facts, as fields of a form, and as such a form says them.

import { CFDI_USES, REGIMES, type TaxProfile } from '../../../domain/accounts/tax-profile.js';
import type { Language } from '../../../domain/base/language.js';
import { textIn } from '../refusal.js';
import { Field, Select } from '../ui/form.js';
import { CodeFact, Fact, Facts } from '../ui/parts.js';
import type { Visit } from '../visit.js';
import { MERCHANTS_TEXTS } from './texts.js';

type TaxProps = { readonly language: Language; readonly tax: TaxProfile | null };

export function TaxFacts({ language, tax }: TaxProps) {
  const { tax: texts } = MERCHANTS_TEXTS[language];
  if (tax === null) return <p class="soft">{texts.none}</p>;
  return (
    <Facts>
      <CodeFact name="RFC">{tax.rfc}</CodeFact>
      <Fact name={texts.name}>{tax.name}</Fact>
      <Fact name={texts.regime}>{codeName(REGIMES, tax.regime)}</Fact>
      <Fact name={texts.postalCode}>{tax.postalCode}</Fact>
      <Fact name={texts.cfdiUse}>{codeName(CFDI_USES, tax.cfdiUse)}</Fact>
    </Facts>
  );
}

export function TaxFields({ language, tax }: TaxProps) {
  const { tax: texts } = MERCHANTS_TEXTS[language];
  return (
    <>
      <Field name="rfc" label="RFC" hint={texts.rfcHint} value={tax?.rfc ?? ''} required maxLength={20} />
      <Field
        name="tax_name"
        label={texts.name}
        hint={texts.nameHint}
        value={tax?.name ?? ''}
        required
        maxLength={254}
      />
      <Select name="regime" label={texts.regime} {...choicesOf(REGIMES, tax?.regime)} required />
      <Field name="postal_code" label={texts.postalCode} value={tax?.postalCode ?? ''} required maxLength={5} />
      <Select name="cfdi_use" label={texts.cfdiUse} {...choicesOf(CFDI_USES, tax?.cfdiUse)} required />
    </>
  );
}

type Codes = Readonly<Record<string, string>>;

/** What was saved stays, whether or not it is in the list. */
function choicesOf(codes: Codes, value = '') {
  const all = [...new Set([value, ...Object.keys(codes)])].sort();
  return { value, choices: all.map((code) => ({ value: code, name: codeName(codes, code) })) };
}

function codeName(codes: Codes, code: string): string {
  return `${code} ${codes[code] ?? ''}`.trim();
}

export function taxProfileIn(visit: Pick<Visit, 'form'>): Record<keyof TaxProfile, string> {
  return {
    rfc: textIn(visit, 'rfc'),
    name: textIn(visit, 'tax_name'),
    regime: textIn(visit, 'regime'),
    postalCode: textIn(visit, 'postal_code'),
    cfdiUse: textIn(visit, 'cfdi_use'),
  };
}
