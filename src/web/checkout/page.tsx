// The checkout page (D67): what the customer buys, the ways to pay, and their details, in one form that works without
// JavaScript. It looks like the customer page that follows it.
import { Way } from '../pay/about-way.js';
import { StatusIcon } from '../pay/icons.js';
import { renderDocument } from '../pay/layout.js';
import { AskShop, Merchant, TestNote } from '../pay/merchant.js';
import { Field } from '../pay/refund/field.js';
import { PAY_TEXTS } from '../pay/texts.js';
import { CHECKOUT_TEXTS, type CheckoutTexts } from './texts.js';
import { type CheckoutView, WAY_FIELD, type WayGroup } from './view.js';

const FORM = 'checkout';

export function renderCheckoutPage(view: CheckoutView): string {
  const texts = CHECKOUT_TEXTS[view.language];
  const shared = PAY_TEXTS[view.language];
  return renderDocument(
    {
      language: view.language,
      title: `$${view.amount} MXN · ${texts.title(view.merchantName)}`,
      width: 'wide',
      basePath: view.basePath,
      refreshSeconds: null,
      languageBy: { form: FORM },
      hasForm: true,
      colour: view.brand.colour,
      header: <Merchant view={view} basePath={view.basePath} label={shared.payTo} />,
      footer: <AskShop view={view} folio={null} />,
    },
    <main>
      <TestNote view={view} note={shared.testModeNote} />
      <Alert view={view} texts={texts} />
      <div class="columns">
        <Summary view={view} texts={texts} product={shared.product} />
        <form id={FORM} method="post" class="checkout">
          {Object.entries(view.hidden).map(([name, value]) => (
            <input key={name} type="hidden" name={name} value={value} />
          ))}
          <Ways view={view} texts={texts} />
          <Buyer view={view} texts={texts} />
        </form>
      </div>
    </main>,
  );
}

type PartProps = { readonly view: CheckoutView; readonly texts: CheckoutTexts };

function Alert({ view, texts }: PartProps) {
  const faults = Object.entries(view.faults);
  if (view.alert === null && faults.length === 0) return null;
  return (
    <div class="fault" role="alert">
      {view.alert !== null && <p>{view.alert.text}</p>}
      {view.alert !== null && view.alert.orderPath !== null && (
        <p>
          <a href={view.alert.orderPath}>{texts.seeOrder}</a>
        </p>
      )}
      {faults.length > 0 && (
        <>
          <strong>{texts.faults(faults.length)}</strong>
          <ul>
            {faults.map(([field, text]) => (
              <li key={field}>
                <a href={`#${field}`}>{text}</a>
              </li>
            ))}
          </ul>
        </>
      )}
    </div>
  );
}

function Summary({ view, texts, product }: PartProps & { readonly product: string }) {
  return (
    <section class="card summary" aria-labelledby="amount">
      {view.imageUrl !== null && <img class="goods" src={view.imageUrl} alt="" />}
      <h1 id="amount">
        <span class="label">{product}</span>
        <span class="unseen">: </span>
        <span class="amount">
          ${view.amount} <small>MXN</small>
        </span>
      </h1>
      <p class="made-of">{view.productName}</p>
      {view.exchange !== null && (
        <p class="live-note">
          {view.exchange}. {texts.fixed}
        </p>
      )}
    </section>
  );
}

function Ways({ view, texts }: PartProps) {
  const fault = view.faults[WAY_FIELD];
  return (
    <section class={`card${fault === undefined ? '' : ' missing'}`} aria-labelledby="ways-heading">
      <h2 id="ways-heading">{texts.waysHeading}</h2>
      {fault !== undefined && (
        <p class="wrong">
          <StatusIcon status="ended" /> {fault}
        </p>
      )}
      {view.groups.map((group, index) => (
        <Group key={group.heading} group={group} texts={texts} chosen={view.chosen} isFirst={index === 0} />
      ))}
    </section>
  );
}

type GroupProps = {
  readonly group: WayGroup;
  readonly texts: CheckoutTexts;
  readonly chosen: string | null;
  readonly isFirst: boolean;
};

function Group({ group, texts, chosen, isFirst }: GroupProps) {
  const { heading, isFolded, ways } = group;
  const fields = (
    <fieldset class="ways">
      <legend class={isFolded ? 'unseen' : undefined}>{heading}</legend>
      {ways.map((way, index) => (
        <Way
          key={way.code}
          way={way}
          name={WAY_FIELD}
          send={texts.sendWith(way.name, way.sum)}
          isChosen={way.code === chosen}
          // The first way is where a link to the fault leads.
          id={isFirst && index === 0 ? WAY_FIELD : undefined}
        />
      ))}
    </fieldset>
  );
  if (!isFolded) return fields;
  return (
    <details class="more" open={ways.some(({ code }) => code === chosen)}>
      <summary>
        {heading} <small>({ways.length})</small>
      </summary>
      {fields}
    </details>
  );
}

function Buyer({ view, texts }: PartProps) {
  const { typed, faults, phone } = view;
  const form = { typed, faults, missing: texts.missing };
  const optional = [texts.phone, <small> ({texts.optional})</small>];
  const phoneLabel = phone === 'required' ? texts.phone : optional;
  return (
    <section class="card" aria-labelledby="buyer-heading">
      <h2 id="buyer-heading">{texts.buyerHeading}</h2>
      <div class="refund buyer">
        <Field name="customer_name" label={texts.name} form={form} inputMode="text" autocomplete="name" check="name" />
        <Field
          name="customer_email"
          label={texts.email}
          form={form}
          inputMode="email"
          autocomplete="email"
          help={texts.emailHelp}
          check="email"
          wrong={texts.wrongEmail}
        />
        {phone !== 'none' && (
          <Field
            name="customer_phone"
            label={phoneLabel}
            form={form}
            inputMode="tel"
            autocomplete="tel"
            isRequired={phone === 'required'}
            check="phone"
            wrong={texts.wrongPhone}
          />
        )}
        <p class="live-note">{texts.sendNote}</p>
        <button type="submit" class="button strong">
          {texts.send}
        </button>
      </div>
    </section>
  );
}
