// The colour and the logo that a merchant's customers see, beside a picture of how their page begins. The picture is drawn
// by the server, because its colours may be in no stylesheet of ours.
import { type Brand, CONTACT_FIELDS, type ContactField, logoPath } from '../../../domain/accounts/brand.js';
import { contrastOf, OUR_COLOUR, parseColour, shadesOf } from '../../../domain/accounts/colour.js';
import type { Frame } from '../frame/frame.js';
import { Check, Field, FileField, Form } from '../ui/form.js';
import { Card } from '../ui/parts.js';
import { renderSettings, Save } from './settings-frame.js';
import { SETTINGS_TEXTS } from './texts.js';

export type BrandView = {
  readonly brand: Brand;
  readonly shop: string;
  /** Whether the customer's page can be shown: there is a payment point for a sample. */
  readonly hasSample: boolean;
};

export function renderBrandPage(frame: Frame, view: BrandView): string {
  const { brand: texts, tabs } = SETTINGS_TEXTS[frame.language];
  return renderSettings(frame, {
    tab: 'brand',
    children: (
      <div class="halves">
        <Card title={tabs.brand}>
          <p class="soft">{texts.note}</p>
          <BrandForm frame={frame} view={view} />
        </Card>
        <Card title={texts.preview}>
          <p class="soft">{texts.previewNote}</p>
          <Preview frame={frame} view={view} />
        </Card>
      </div>
    ),
  });
}

const CONTACT_INPUTS = {
  phone: { type: 'tel', maxLength: 30 },
  whatsapp: { type: 'tel', maxLength: 30 },
  email: { type: 'email', maxLength: 254 },
  website: { type: 'text', maxLength: 500 },
} as const satisfies Record<ContactField, object>;

type ViewProps = { readonly frame: Frame; readonly view: BrandView };

function BrandForm({ frame, view: { brand } }: ViewProps) {
  const { brand: texts } = SETTINGS_TEXTS[frame.language];
  return (
    <Form frame={frame} action="/settings/brand" takes="file">
      <Field
        name="colour"
        class="sum"
        label={texts.colour}
        hint={texts.colourHint}
        value={brand.colour ?? ''}
        maxLength={7}
      />
      <label hidden>
        {texts.pick}
        <input type="color" data-colour-of="colour" value={brand.colour ?? OUR_COLOUR} />
      </label>
      <FileField name="logo" label={texts.logo} hint={texts.logoHint} accept="image/png,image/jpeg" />
      {brand.logo !== null && <Check name="no_logo" label={texts.noLogo} />}
      <h3>{texts.contact}</h3>
      <p class="soft">{texts.contactNote}</p>
      {CONTACT_FIELDS.map((name) => (
        <Field
          key={name}
          {...{ name, ...CONTACT_INPUTS[name] }}
          label={texts[name]}
          value={brand.contact[name] ?? ''}
        />
      ))}
      <Save frame={frame} />
    </Form>
  );
}

function Preview({ frame, view: { brand, shop, hasSample } }: ViewProps) {
  const { brand: texts } = SETTINGS_TEXTS[frame.language];
  const { colour, ink } = shadesOf(brand.colour ?? OUR_COLOUR);
  return (
    <div class="brand-preview">
      <p class="row middle">
        {brand.logo !== null && (
          <img
            src={frame.basePath + logoPath(brand.logo)}
            alt={texts.current}
            width={Math.ceil(brand.logo.width / 2)}
            height={Math.ceil(brand.logo.height / 2)}
          />
        )}
        <strong>{shop}</strong>
      </p>
      <svg viewBox="0 0 320 96" role="img" aria-label={`${texts.pay} $1,234.50`}>
        <rect width="320" height="96" rx="10" fill={colour} />
        <text x="20" y="36" font-size="15" fill={ink}>
          {texts.pay}
        </text>
        <text x="20" y="72" font-size="30" font-weight="700" fill={ink}>
          $1,234.50
        </text>
      </svg>
      <p class="soft">{texts.contrast(contrastText(colour, ink), ink === '#ffffff' ? texts.white : texts.black)}</p>
      {hasSample && (
        <p>
          <a class="button" href={`${frame.path}/settings/brand/preview`} target="_blank" rel="noreferrer">
            {texts.realPage}
          </a>
        </p>
      )}
    </div>
  );
}

/** As 4.5:1, the form in which guidelines have it. */
function contrastText(one: string, other: string): string {
  return `${contrastOf(parseColour(one), parseColour(other)).toFixed(1)}:1`;
}
