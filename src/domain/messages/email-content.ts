// An e-mail before it is dressed as text or HTML. The name of a customer and of a product may come from a stranger's
// browser, so what could carry a stranger's advertisement is left out.
import { type Brand, logoPath } from '../accounts/brand.js';
import { contactLines } from '../accounts/contact-lines.js';
import { formatOrderId } from '../base/identity.js';
import type { Language } from '../base/language.js';
import { formatMexicoTime, formatShortDeadline } from '../base/mexico-time.js';
import { toDecimal } from '../base/money.js';
import { appliedToOrder, type Payment, paidAtOf } from '../money/payment.js';
import { type Deadlines, deadlineLabel, deadlineText } from '../orders/deadlines.js';
import {
  commissionNote,
  type Detail,
  detailsOf,
  formatSum,
  handedOverText,
  payAtPoint,
  shownSteps,
  speiDetails,
  timesNote,
} from '../orders/instructions.js';
import { type Order, outstandingOf } from '../orders/order.js';
import { surplusText } from '../orders/surplus-text.js';
import { handedText, type ToBring, toBring, totalText } from '../orders/to-bring.js';
import { shownPrice } from '../points/coin-quote.js';
import { COINS, type CoinCode } from '../points/coins.js';
import { coinsOf, networkWarning } from '../points/crypto.js';
import { kindOf } from '../points/payment-point.js';
import { railKindOf } from '../rails/kinds.js';
import { bankOf } from '../transfers/bank.js';
import type { SentKind } from './email.js';
import { fillPlaces, type MessageSettings, NO_TEXT } from './message-settings.js';
import { greetableName, mentionsAddress, oneLine } from './strangers-text.js';
import { EMAIL_TEXTS, type EmailTexts } from './texts.js';

export type EmailContent = {
  readonly language: Language;
  readonly subject: string;
  readonly shop: string;
  readonly brand: EmailBrand;
  readonly isTest: boolean;
  readonly heading: string;
  readonly introduction: string;
  readonly rows: readonly ContentRow[];
  readonly steps: readonly string[];
  readonly notes: readonly string[];
  readonly button: { readonly label: string; readonly url: string };
  readonly footer: readonly string[];
};

/** The colour is "#rrggbb", or null for ours. The logo comes from our own address, at twice its size, for sharp screens. */
type EmailBrand = {
  readonly colour: string | null;
  readonly logo: { readonly url: string; readonly width: number; readonly height: number } | null;
};

export type ContentRow = { readonly label: string; readonly value: string; readonly look: 'text' | 'number' };

/** A refund as its customer sees it. */
export type ToldRefund = {
  readonly amount: bigint;
  /** Where it goes: the bank and the end of the CLABE; null: the customer must say so. */
  readonly destination: { readonly bank: string; readonly end: string } | null;
  /** Where the customer says so. */
  readonly link: string | null;
  /** The coin that it goes back in; null: pesos. */
  readonly coin: CoinCode | null;
};

type EmailContext = {
  readonly kind: SentKind;
  readonly order: Order;
  readonly shop: string;
  readonly brand: Brand;
  readonly baseUrl: string;
  readonly settings: MessageSettings;
  /** Who holds the CLABEs; null: what banks are told is the shop's name. */
  readonly beneficiary: string | null;
  readonly deadlines: Deadlines;
  /** Of an e-mail about one, or about money that goes back otherwise. */
  readonly refund: ToldRefund | null;
  /** What the customer paid; of an e-mail about it. */
  readonly payments: readonly Payment[];
};

const LONGEST_SHOP = 60;
/** Whoever paid in many parts finds the others on the page. */
const MOST_PAYMENTS = 10;

export function writeEmail(context: EmailContext): EmailContent {
  const { kind, order, settings } = context;
  const { language } = settings;
  const texts = EMAIL_TEXTS[language];
  const shop = oneLine(context.shop, LONGEST_SHOP);
  const amount = amountOf(context);
  const until = formatShortDeadline(context.deadlines[0].at, language);
  const way = wayText(order, texts);
  const places = { name: greetableName(order.customer.name), amount, folio: order.folio, shop, way, until };
  const own = kind === 'account' ? NO_TEXT : settings.kinds[kind].texts[language];
  const usual = texts.kinds[kind];
  const isTest = order.scope.mode === 'test';
  const subject = oneLine(fillPlaces(own.subject || usual.subject, places), 200);
  return {
    language,
    subject: isTest ? `[${texts.test}] ${subject}` : subject,
    shop,
    brand: brandOf(context),
    isTest,
    heading: fillPlaces(kind === 'instructions' ? howToHeading(order, texts) : usual.heading, places),
    introduction: fillPlaces(own.introduction || usual.introduction, places),
    ...contentOf(context, texts, amount),
    footer: [fillPlaces(texts.why, places), ...(settings.replyTo === null ? [howToReach(context, shop)] : [])],
  };
}

/** Where nobody reads answers, the customer is told what else reaches the shop. */
function howToReach({ brand, settings: { language } }: EmailContext, shop: string): string {
  // A telephone number stays in one line.
  const contacts = contactLines(brand.contact, language).map(
    ({ label, value }) => `${label} ${value.replaceAll(' ', '\u00a0')}`,
  );
  const texts = EMAIL_TEXTS[language];
  return contacts.length === 0 ? texts.noReply : texts.reachShop(shop, contacts.join(', '));
}

function brandOf({ brand: { colour, logo }, baseUrl }: EmailContext): EmailBrand {
  if (logo === null) return { colour, logo: null };
  return { colour, logo: { url: baseUrl + logoPath(logo), width: logo.width, height: logo.height } };
}

/** What is still owed, what was paid, or what goes back. */
function amountOf({ kind, order, refund }: EmailContext): string {
  if (kind === 'refund' || kind === 'account') return formatSum(refund?.amount ?? order.refunded);
  return formatSum(kind === 'paid' ? order.received : bringFor(order).total);
}

/** What is left to bring or to send. */
function bringFor(order: Order): ToBring {
  return toBring(outstandingOf(order) || order.amount, order.point);
}

function isCash({ point }: Order): boolean {
  return point !== null && kindOf(point).method === 'cash';
}

function howToHeading(order: Order, texts: EmailTexts): string {
  const { point } = order;
  if (point === null) return texts.kinds.instructions.heading;
  const coins = lastingCoins(order);
  if (coins !== null) return texts.sendHeading(coins);
  return isCash(order) ? texts.bringHeading(point.name) : texts.kinds.instructions.heading;
}

function wayText({ point, method }: Order, { way }: EmailTexts): string {
  if (point === null) return way.spei;
  return method === 'crypto' ? way.with(point.name) : way.at(point.name);
}

/** "0.00102875 BTC" of a price that does not change while the e-mail is on its way. */
function lastingCoins(order: Order): string | null {
  const { point } = order;
  if (point === null || shownPrice(point.details) !== null) return null;
  const coins = coinsOf(toDecimal(outstandingOf(order) || order.amount), point.details);
  return coins === '' ? null : `${coins} ${point.details['coin'] ?? ''}`;
}

type Content = Pick<EmailContent, 'rows' | 'steps' | 'notes' | 'button'>;

function contentOf(context: EmailContext, texts: EmailTexts, amount: string): Content {
  const { kind, order, baseUrl, settings } = context;
  const page = `${baseUrl}/pay/${formatOrderId(order.uuid)}?lang=${settings.language}`;
  switch (kind) {
    case 'instructions':
    case 'expiring':
      return { ...howToPay(context, texts), button: { label: texts.seeHow, url: page } };
    case 'paid':
      return { ...paidContent(context, texts, amount), button: { label: texts.seeReceipt, url: page } };
    case 'refund':
    case 'account':
      return refundContent(context, texts, { amount, page });
  }
}

/** What was paid and how, and what of it is more than the order asked for. */
function paidContent(context: EmailContext, texts: EmailTexts, amount: string): Omit<Content, 'button'> {
  const { order, payments, shop } = context;
  const { language } = context.settings;
  const paidAt = paidAtOf(order, payments);
  const counted = payments.filter((payment) => appliedToOrder(payment) > 0n).slice(-MOST_PAYMENTS);
  return {
    rows: [
      row(texts.rows.paid, amount),
      ...(order.surplus > 0n ? [row(texts.rows.surplus, formatSum(order.surplus))] : []),
      row(texts.rows.method, order.point?.name ?? 'SPEI'),
      ...(paidAt === null ? [] : [row(texts.rows.paidAt, formatMexicoTime(paidAt, language))]),
      ...counted.map((payment) => row(railKindOf(payment).trackingName[language], payment.trackingKey)),
      ...productRow(order, texts),
      row(texts.rows.folio, order.folio),
    ],
    steps: [],
    notes: [
      handedOverText(order, counted.length, language),
      order.surplus > 0n ? surplusText(order.surplus, oneLine(shop, LONGEST_SHOP), language) : null,
    ].filter((note) => note !== null),
  };
}

function howToPay(context: EmailContext, texts: EmailTexts): Omit<Content, 'button'> {
  const { order, beneficiary } = context;
  const { language } = context.settings;
  const { point } = order;
  const owed = { ...order, amount: outstandingOf(order) || order.amount };
  const bring = bringFor(order);
  const steps = shownSteps(owed, language);
  const coins = lastingCoins(order);
  const rows = (where: string, number: ContentRow, details: readonly (Detail | null)[]) => [
    ...(coins === null ? [] : [row(texts.rows.coins, coins)]),
    row(isCash(order) ? texts.rows.bring : texts.rows.amount, totalText(bring, language)),
    ...(order.received > 0n ? [row(texts.rows.received, formatSum(order.received))] : []),
    ...(bring.isDeposit && bring.commission > 0n ? [row(texts.rows.deposit, handedText(bring, language))] : []),
    row(texts.rows.where, where),
    number,
    ...details.flatMap((detail) => (detail === null ? [] : [row(detail.label, detail.value)])),
    ...context.deadlines.map((one) => row(deadlineLabel(one, language), deadlineText(one, language))),
    ...productRow(order, texts),
    row(texts.rows.folio, order.folio),
  ];
  if (point === null) {
    const payee = { bank: bankOf(order.clabe ?? ''), beneficiary, merchantName: oneLine(context.shop, LONGEST_SHOP) };
    const { bank, holder, concept } = speiDetails(order, payee, language);
    const clabe = { label: texts.rows.clabe, value: order.clabe ?? '', look: 'number' as const };
    return { rows: rows('SPEI', clabe, [bank, holder, concept]), steps, notes: [] };
  }
  const atPoint = { ...owed, point };
  const { payTo } = payAtPoint(atPoint, language);
  const { coin = '', destination_tag: tag = '' } = point.details;
  const warning = kindOf(point).method === 'crypto' ? networkWarning(point.details) : null;
  const number = { label: texts.rows[kindOf(point).identifiedBy], value: payTo, look: 'number' as const };
  return {
    rows: [
      ...rows(point.name, number, detailsOf(point, language)),
      ...(tag === '' ? [] : [{ label: texts.rows.tag, value: tag, look: 'number' as const }]),
    ],
    steps: shownPrice(point.details) === null ? steps : steps.with(1, texts.coinAmount(coin)),
    notes: [
      timesNote(point, bring, language),
      warning?.[language] ?? null,
      // What it charges is in the sum already.
      bring.commission > 0n ? null : commissionNote(atPoint, language),
    ].filter((note) => note !== null),
  };
}

function refundContent(
  { order, refund }: EmailContext,
  texts: EmailTexts,
  { amount, page }: { readonly amount: string; readonly page: string },
): Content {
  const destination = refund?.destination ?? null;
  const link = refund?.link ?? null;
  const coin = refund?.coin ?? null;
  const goesTo = destination && row(texts.rows.goesTo, texts.account(destination.bank, destination.end));
  return {
    rows: [row(texts.rows.refund, amount), row(texts.rows.folio, order.folio), ...(goesTo === null ? [] : [goesTo])],
    steps: [],
    notes: [
      link === null
        ? texts.refundTakes
        : coin === null
          ? texts.giveClabe
          : texts.giveAddress(coin, COINS[coin].network),
    ],
    button: link === null ? { label: texts.seeOrder, url: page } : { label: texts.giveAccount, url: link },
  };
}

function row(label: string, value: string): ContentRow {
  return { label, value, look: 'text' };
}

function productRow({ product }: Order, texts: EmailTexts): ContentRow[] {
  const name = oneLine(product.name, 100);
  return mentionsAddress(name) ? [] : [row(texts.rows.product, name)];
}
