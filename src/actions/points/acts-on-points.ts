// The acts that change where customers pay, and what they read there (D81): what each would do, and how it is done.
import type { Deps } from '../../deps.js';
import { toDecimal } from '../../domain/base/money.js';
import { visibleLine } from '../../domain/base/visible-text.js';
import { type ActDoings, type ActOf, type Facts, type Foreseen, told } from '../../domain/people/act.js';
import { firstAddressesOf } from '../../domain/points/extended-key.js';
import type { PointDetails } from '../../domain/points/kind.js';
import type { PaymentPoint, PointChange } from '../../domain/points/payment-point.js';
import { listPaymentPoints } from '../../store/points/payment-points.js';
import { findPointMark } from '../../store/points/point-marks.js';
import { pictureIn } from '../accounts/checked-picture.js';
import {
  editPaymentPoint,
  importCards,
  importPoints,
  requirePaymentPoint,
  setLiveDetails,
} from './edit-payment-point.js';
import { markPoint } from './mark-point.js';

export type PointsDeps = Pick<Deps, 'db' | 'clock' | 'vault'> & {
  /** Reads a catalogue file. */
  readonly readPoints: (text: string) => readonly PaymentPoint[];
  readonly readPointChange: (given: Readonly<Record<string, unknown>>) => PointChange;
};

type Reading = Pick<PointsDeps, 'db' | 'readPoints' | 'readPointChange'>;

/** Without an amount: whatever touches live money needs a second person. */
export function touching(isTouched: boolean, facts: { readonly [Name in keyof Facts]: string | null }): Foreseen {
  return { isLive: isTouched, parts: [], facts: told(facts) };
}

/** The first addresses of a wallet are among the facts: whoever approves compares them with the wallet (D92). */
async function foreseeDetails(deps: Reading, act: ActOf<'provider.live'>): Promise<Foreseen> {
  const point = await requirePaymentPoint(deps, act.code);
  // Until now nobody had to approve what customers read of a point that was not offered.
  const facts = changed(liveFacts(point), liveFacts({ ...point, liveDetails: act.details }) ?? {});
  const details = [facts, ...firstAddressesOf(act.details)].join('\n');
  return touching(true, { point: act.code, details, cards: act.cards.join(' ') });
}

/** What customers read where they pay can tell them to pay elsewhere. */
async function foreseeEdit(deps: Reading, { code, change }: ActOf<'provider.edit'>): Promise<Foreseen> {
  const point = await requirePaymentPoint(deps, code);
  const edited = { ...point, ...deps.readPointChange(change) };
  const isRead = edited.name !== point.name || edited.availability !== point.availability;
  const details = changed(editedFacts(point), editedFacts(edited));
  return touching(isRead && point.liveDetails !== null, { point: code, details });
}

function editedFacts({ name, availability, orderLimit, tillLimit, commission, isActive }: PaymentPoint): Parts {
  const [transaction_limit, limit_per_transaction] = [toDecimal(orderLimit), toDecimal(tillLimit)];
  const limits = { transaction_limit, limit_per_transaction, commission: String(commission) };
  return { name, availability, ...limits, is_active: String(isActive) };
}

async function foreseeCards(deps: Reading, act: ActOf<'provider.cards'>): Promise<Foreseen> {
  const { code } = await requirePaymentPoint(deps, act.code);
  return touching(true, { point: code, cards: act.cards.join(' ') });
}

/** A picture can have words, and the digest is of the very one that the second person sees. */
async function foreseeMark(deps: Reading, { code, picture }: ActOf<'provider.mark'>): Promise<Foreseen> {
  const before = await findPointMark(deps.db, (await requirePaymentPoint(deps, code)).code);
  const after = picture === null ? undefined : pictureIn(picture).digest;
  return touching(true, { point: code, details: changed({ picture: before?.digest }, { picture: after }) });
}

/** A catalogue that changes no details of live mode changes nothing that customers pay to. */
async function foreseeImport(deps: Reading, act: ActOf<'provider.import'>): Promise<Foreseen> {
  const known = new Map((await listPaymentPoints(deps.db)).map((point) => [point.code, liveFacts(point)]));
  const details = deps.readPoints(act.points).flatMap((point) => {
    const { code } = point;
    const text = changed(known.get(code) ?? null, liveFacts(point) ?? {});
    return text === '' ? [] : [`${code}: ${text}`];
  });
  return touching(details.length > 0, { file: act.source, details: details.join('\n') });
}

/** The kind says how a customer pays with the details; name and hours are read above them. */
function liveFacts({ kind, name, availability, liveDetails }: PaymentPoint): PointDetails | null {
  return liveDetails === null ? null : { kind, name, availability, ...liveDetails };
}

export type Parts = Readonly<Record<string, string | undefined>>;

export function changed(before: Parts | null, after: Parts): string {
  // JSON that was stored has its own order.
  const names = [...new Set([...Object.keys(before ?? {}), ...Object.keys(after)])].sort();
  return names
    .filter((name) => before?.[name] !== after[name])
    .map((name) => `${name}: ${visibleLine(before?.[name] ?? '-')} → ${visibleLine(after[name] ?? '-')}`)
    .join('\n');
}

export const ACTS_ON_POINTS = {
  'provider.edit': {
    foresee: foreseeEdit,
    run: (deps, { code, change }, actor) =>
      editPaymentPoint(deps, { code, change: deps.readPointChange(change), actor }),
  },
  'provider.live': {
    foresee: foreseeDetails,
    run: (deps, act, actor) => setLiveDetails(deps, { ...act, actor }),
  },
  'provider.cards': {
    foresee: foreseeCards,
    run: (deps, act, actor) => importCards(deps, { ...act, actor }),
  },
  'provider.mark': {
    foresee: foreseeMark,
    run: (deps, { code, picture }, actor) => markPoint(deps, { code, picture: picture && pictureIn(picture), actor }),
  },
  'provider.import': {
    foresee: foreseeImport,
    run: (deps, { source, points }, actor) => importPoints(deps, { points: deps.readPoints(points), source, actor }),
  },
} satisfies ActDoings<PointsDeps>;
