// Payment links (D67): the form for a new one, and one link with its address to copy and to send.
import { mexicoDay } from '../../../domain/base/mexico-day.js';
import { formatAmount, type Money } from '../../../domain/base/money.js';
import {
  formatLinkId,
  type LinkStatus,
  type PaymentLink,
  PHONE_WISHES,
  statusOfLink,
} from '../../../domain/links/payment-link.js';
import { FORM_KEY } from '../form-key.js';
import { type Frame, may } from '../frame/frame.js';
import { renderDashboard, renderPage } from '../frame/layout.js';
import { Share } from '../orders/share.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { Field, Form, Hidden, PriceFields, Select } from '../ui/form.js';
import { Card, Fact, Facts, LinkButton, PageHead, pesos, State, TimeFact, type Tone } from '../ui/parts.js';
import { LINKS_TEXTS } from './texts.js';

const TONES: Readonly<Record<LinkStatus, Tone>> = { active: 'good', inactive: 'off', expired: 'bad', used_up: 'info' };

type StateProps = { readonly frame: Frame; readonly link: PaymentLink; readonly now: number };

export function LinkState({ frame, link, now }: StateProps) {
  const status = statusOfLink(link, now);
  return <State tone={TONES[status]}>{LINKS_TEXTS[frame.language].states[status]}</State>;
}

export function usesOf({ language }: Frame, { uses, maxUses }: PaymentLink): string {
  const number = (count: number) => count.toLocaleString('en');
  return maxUses === null ? number(uses) : LINKS_TEXTS[language].usesOf(number(uses), number(maxUses));
}

/** What customers open. */
export function checkoutUrl({ baseUrl }: { readonly baseUrl: string }, linkId: string): string {
  return `${baseUrl}/checkout/${formatLinkId(linkId)}`;
}

export function sumOf({ amount, currency }: Money): string {
  return currency === 'MXN' ? `$${formatAmount(amount)}` : `${formatAmount(amount)} ${currency}`;
}

export function renderNewLinkPage(frame: Frame, formKey: string): string {
  const { title, newLink, form: texts } = LINKS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: newLink, back: { href: `${frame.path}/links`, name: title } },
    <Card class="narrow-page">
      <Form frame={frame} action="/links/new">
        <Hidden name={FORM_KEY} value={formKey} />
        <LinkFields frame={frame} link={null} />
        <Submit look="main">{texts.make}</Submit>
      </Form>
    </Card>,
  );
}

/** The page on which a link is changed. What its orders count by stays. */
export function renderEditLinkPage(frame: Frame, link: PaymentLink): string {
  const { page: texts } = LINKS_TEXTS[frame.language];
  const path = `/links/${formatLinkId(link.id)}`;
  return renderPage(
    frame,
    {
      title: texts.edit,
      back: { href: frame.path + path, name: link.product.name },
    },
    <Card class="narrow-page">
      <p class="soft">{texts.editNote}</p>
      <Facts>
        <Fact name={texts.facts.uses}>{usesOf(frame, link)}</Fact>
      </Facts>
      <Form frame={frame} action={`${path}/edit`}>
        <LinkFields frame={frame} link={link} />
        <Submit look="main">{texts.save}</Submit>
      </Form>
    </Card>,
  );
}

/** `link` null: a new one, which also says its number and whether it has a limit. */
function LinkFields({ frame, link }: { readonly frame: Frame; readonly link: PaymentLink | null }) {
  const { form: texts } = LINKS_TEXTS[frame.language];
  const lastDay = link?.expiresAt ?? null;
  return (
    <>
      <Field name="order_name" label={texts.name} value={link?.product.name ?? ''} maxLength={255} required />
      <PriceFields name="order_price" labels={texts} price={link?.price ?? null} />
      {link?.maxUses !== null && (
        <Field
          name="max_uses"
          {...(link === null
            ? { label: texts.maxUses, hint: texts.maxUsesHint }
            : { label: texts.limit, value: String(link.maxUses), required: true })}
          inputMode="numeric"
          maxLength={6}
        />
      )}
      <details open={frame.sent !== null}>
        <summary>{texts.more}</summary>
        <div class="fields more-fields">
          <Field
            name="expires_at"
            label={texts.lastDay}
            type="date"
            value={lastDay === null ? '' : mexicoDay(lastDay - 1)}
          />
          <Select
            name="customer_phone"
            label={texts.phone}
            value={link?.phone ?? 'optional'}
            choices={PHONE_WISHES.map((wish) => ({ value: wish, name: texts.phones[wish] }))}
          />
          {link === null && (
            <Field name="order_id" label={texts.ownNumber} hint={texts.ownNumberHint} maxLength={255} />
          )}
          <Field name="image_url" label={texts.image} value={link?.product.imageUrl ?? ''} maxLength={2048} />
          <Field name="success_url" label={texts.success} value={link?.returnUrls.success ?? ''} maxLength={2048} />
          <Field name="failed_url" label={texts.failed} value={link?.returnUrls.failure ?? ''} maxLength={2048} />
        </div>
      </details>
    </>
  );
}

type LinkView = {
  /** What its orders brought. */
  readonly takings: { readonly paid: number; readonly taken: bigint };
  readonly link: PaymentLink;
  readonly url: string;
  readonly now: number;
};

export function renderLinkPage(frame: Frame, { link, url, now, takings }: LinkView): string {
  const { title, page: texts } = LINKS_TEXTS[frame.language];
  const { product } = link;
  const status = statusOfLink(link, now);
  return renderDashboard(
    frame,
    product.name,
    <>
      <PageHead
        title={product.name}
        aside={<LinkState frame={frame} link={link} now={now} />}
        back={{ href: `${frame.path}/links`, name: title }}
      >
        <LinkButton href={`${frame.path}/orders?q=${encodeURIComponent(product.id)}`} text={texts.orders} />
        {link.deactivatedAt === null && may(frame, 'serve') && (
          <LinkButton href={`${frame.path}/links/${formatLinkId(link.id)}/edit`} text={texts.edit} />
        )}
      </PageHead>
      <div class="two">
        <div class="stack">
          {status === 'active' && (
            <Card title={texts.share}>
              <Share
                frame={frame}
                url={url}
                subject={product.name}
                message={texts.message(product.name, sumOf(link.price), url)}
              />
            </Card>
          )}
        </div>
        <Card>
          <LinkFacts frame={frame} link={link} takings={takings} />
          {link.deactivatedAt === null && may(frame, 'serve') && (
            <>
              <p class="soft">{texts.after}</p>
              <AskForm frame={frame} action={`/links/${formatLinkId(link.id)}/deactivate`} label={texts.deactivate}>
                <p class="soft">{texts.ask}</p>
                <Submit look="danger">{texts.sure}</Submit>
              </AskForm>
            </>
          )}
        </Card>
      </div>
    </>,
  );
}

function LinkFacts({ frame, link, takings }: Omit<StateProps, 'now'> & Pick<LinkView, 'takings'>) {
  const { page, form } = LINKS_TEXTS[frame.language];
  const { facts } = page;
  return (
    <Facts>
      <Fact name={facts.uses}>{usesOf(frame, link)}</Fact>
      <Fact name={facts.taken}>{page.takings(pesos(takings.taken), takings.paid)}</Fact>
      <Fact name={facts.price}>{sumOf(link.price)}</Fact>
      <Fact name={form.phone}>{form.phones[link.phone]}</Fact>
      <TimeFact name={facts.created} at={link.createdAt} language={frame.language} />
      <TimeFact name={facts.expires} at={link.expiresAt} language={frame.language} />
      <TimeFact name={facts.ended} at={link.deactivatedAt} language={frame.language} />
      {link.returnUrls.success !== null && (
        <Fact name={facts.success}>
          <span class="url">{link.returnUrls.success}</span>
        </Fact>
      )}
      {link.returnUrls.failure !== null && (
        <Fact name={facts.failed}>
          <span class="url">{link.returnUrls.failure}</span>
        </Fact>
      )}
    </Facts>
  );
}
