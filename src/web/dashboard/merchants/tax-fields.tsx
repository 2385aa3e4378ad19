// The tax data of a merchant (D88): as facts, as fields of a form, and as such a form says them.
import type { TaxProfile } from '../../../domain/accounts/tax-profile.js';
import type { Language } from '../../../domain/base/language.js';
import { textIn } from '../refusal.js';
import { Field } from '../ui/form.js';
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
      <Fact name={texts.regime}>{tax.regime}</Fact>
      <Fact name={texts.postalCode}>{tax.postalCode}</Fact>
      <Fact name={texts.cfdiUse}>{tax.cfdiUse}</Fact>
    </Facts>
  );
}

export function TaxFields({ language, tax }: TaxProps) {
  const { tax: texts } = MERCHANTS_TEXTS[language];
  return (
    <>
      <Field name="rfc" label="RFC" value={tax?.rfc ?? ''} required maxLength={20} />
      <Field name="tax_name" label={texts.name} value={tax?.name ?? ''} required maxLength={254} />
      <Field
        name="regime"
        label={texts.regime}
        value={tax?.regime ?? ''}
        hint={texts.regimeHint}
        required
        maxLength={3}
      />
      <Field name="postal_code" label={texts.postalCode} value={tax?.postalCode ?? ''} required maxLength={5} />
      <Field
        name="cfdi_use"
        label={texts.cfdiUse}
        value={tax?.cfdiUse ?? ''}
        hint={texts.cfdiUseHint}
        required
        maxLength={4}
      />
    </>
  );
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
