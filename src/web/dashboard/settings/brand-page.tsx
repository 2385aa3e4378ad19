// The colour and the logo that a merchant's customers see, beside the page of a customer as it is.
import { type Brand, CONTACT_FIELDS, type ContactField, logoPath } from '../../../domain/accounts/brand.js';
import { OUR_COLOUR, shadesOf } from '../../../domain/accounts/colour.js';
import { showPhone } from '../../../domain/base/phone.js';
import type { Frame } from '../frame/frame.js';
import { Check, Field, Form } from '../ui/form.js';
import { Card } from '../ui/parts.js';
import { renderSettings, Save } from './settings-frame.js';
import { SETTINGS_TEXTS } from './texts.js';

type BrandView = {
  readonly brand: Brand;
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
      <div class="row price">
        <Field
          name="colour"
          class="sum"
          label={texts.colour}
          hint={texts.colourHint}
          value={brand.colour ?? ''}
          placeholder={OUR_COLOUR}
          maxLength={7}
        />
        <input type="color" hidden data-colour-of="colour" aria-label={texts.pick} value={brand.colour ?? OUR_COLOUR} />
      </div>
      <Field
        type="file"
        name="logo"
        label={texts.logo}
        hint={brand.logo === null ? texts.logoNone : texts.logoHint}
        accept="image/png,image/jpeg"
      />
      {brand.logo !== null && (
        <div class="row middle">
          <img class="logo" src={frame.basePath + logoPath(brand.logo)} alt="" />
          <Check name="no_logo" label={texts.noLogo} />
        </div>
      )}
      <h3>{texts.contact}</h3>
      <p class="soft">{texts.contactNote}</p>
      {CONTACT_FIELDS.map((name) => (
        <Field key={name} name={name} {...CONTACT_INPUTS[name]} label={texts[name]} value={shownContact(brand, name)} />
      ))}
      <Save frame={frame} />
    </Form>
  );
}

/** The real page of a customer, with the colour that is being chosen. Nothing in it runs. */
function Preview({ frame, view: { brand, hasSample } }: ViewProps) {
  const { brand: texts } = SETTINGS_TEXTS[frame.language];
  const { colour } = brand;
  const query = colour === null ? '' : `?colour=${encodeURIComponent(colour)}`;
  const sample = `${frame.path}/settings/brand/preview${query}`;
  return (
    <div class="brand-preview" data-follows="colour" aria-live="polite">
      {/* Ours has a shade of its own by night. */}
      {colour !== null && <p class="soft">{shadesOf(colour).ink === '#ffffff' ? texts.white : texts.black}</p>}
      {hasSample && (
        <>
          <p>
            <a href={sample} target="_blank" rel="noopener">
              {texts.open}
            </a>
          </p>
          {/* Of our own origin, or a browser paints it only once it is scrolled to. Without scripts that gives it nothing. */}
          <iframe title={texts.preview} src={sample} sandbox="allow-same-origin" />
        </>
      )}
    </div>
  );
}

function shownContact({ contact }: Brand, name: ContactField): string {
  return CONTACT_INPUTS[name].type === 'tel' ? showPhone(contact[name] ?? '') : (contact[name] ?? '');
}
