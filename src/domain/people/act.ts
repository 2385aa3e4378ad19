// The closed table of acts (D81): everything that people of the operator's can do that lets live money in, out or elsewhere,
// or changes where customers pay. An act is stored with all its arguments as JSON, so exactly what was proposed is done.

import type { Scope } from '../accounts/account.js';
import type { ContactField, PictureText } from '../accounts/brand.js';
import type { FeeSchedule, Method } from '../accounts/fee.js';
import type { KeyLimits } from '../accounts/right.js';
import type { Mode } from '../base/mode.js';
import type { Currency } from '../base/money.js';
import type { MessageSettingsChange } from '../messages/message-settings.js';
import type { AdjustableAccount } from '../money/ledger.js';
import type { Policies } from '../money/policy.js';
import type { PointDetails } from '../points/kind.js';
import type { RailKindName } from '../rails/kinds.js';
import type { BankFormat } from '../transfers/bank-format.js';
import type { BankResult } from '../transfers/bank-result.js';
import type { Team } from './person.js';
import { type OperatorDuty, type OperatorRole, operatorMay } from './role.js';

type Noted = { readonly note: string };
type OfPayment = { readonly paymentId: string; readonly note?: string };
type OfTransfer = { readonly transferId: string };
type OfRail = { readonly userName: string };
type OfPoint = { readonly code: string };
type Payee = { readonly clabe: string; readonly holder: string; readonly bank: string | null };
/** JSON has no bigint: centavos, millionths and the like as digits. */
type Digits = string;

type Arguments = {
  'payment.match': OfPayment & { readonly orderId: string };
  'payment.accept': OfPayment;
  'payment.return': OfPayment;
  'payment.take_back': OfPayment & Noted;
  'payment.void': OfPayment & Noted;
  'payout.create': {
    readonly scope: Scope;
    readonly amount: Digits;
    readonly note: string | null;
    readonly key: string | null;
    readonly destination: Payee | null;
  };
  /** To several merchants at once, each to their own account. */
  'payout.many': {
    readonly mode: Mode;
    readonly payouts: readonly { readonly accountId: string; readonly amount: Digits }[];
    readonly note: string;
    readonly key: string;
  };
  'ledger.adjust': {
    readonly scope: Scope;
    readonly from: AdjustableAccount;
    readonly to: AdjustableAccount;
    readonly amount: Digits;
    readonly reason: string;
    readonly evidence: string;
  };
  'transfer.destination': OfTransfer & Payee;
  'transfer.confirm': OfTransfer & { readonly note: string | null };
  'transfer.bounce': OfTransfer & Noted;
  /** Of a refund that waits for money (D86). */
  'transfer.lend': OfTransfer & Noted;
  'transfer.resume': Noted & { readonly moment: string };
  'transfer.results': {
    readonly file: string;
    /** Of the file as it was understood and looked at. */
    readonly digest: string;
    /** How it was read; none: Cobro's own CSV. */
    readonly format?: string;
    readonly results: readonly BankResult[];
  };
  /** How a bank's files are read or written; null takes it away. */
  'format.set': { readonly name: string; readonly format: BankFormat | null };
  'reconciliation.apply': { readonly id: string; readonly digest: string; readonly alsoLines: readonly number[] };
  /** What customers read of a point and its limits, with the names of the catalogue file. */
  'provider.edit': OfPoint & { readonly change: Readonly<Record<string, unknown>> };
  'provider.live': OfPoint & { readonly details: PointDetails; readonly cards: readonly string[] };
  'provider.cards': OfPoint & { readonly cards: readonly string[] };
  /** The picture that customers see of a point; null: the drawn tile. */
  'provider.mark': OfPoint & { readonly picture: PictureText | null };
  'provider.import': { readonly source: string; readonly points: string };
  'rail.add': {
    readonly id: string;
    readonly railKind: RailKindName;
    readonly name: string;
    readonly mode: Mode;
    readonly allow: readonly string[];
    readonly points?: readonly string[];
    readonly userName: string;
    /** Of the password, which only who proposes it has seen. */
    readonly digest: string;
  };
  'rail.allow': OfRail & { readonly allow: readonly string[] };
  'rail.points': OfRail & { readonly points: readonly string[] };
  'rail.resume': OfRail & Noted;
  'rate.set': { readonly currency: Exclude<Currency, 'MXN'>; readonly millionths: Digits; readonly note?: string };
  'fee.set': {
    readonly accountId: string;
    readonly method: Method;
    readonly schedule: { readonly [Part in keyof FeeSchedule]: Digits };
  };
  'overdraft.set': { readonly accountId: string; readonly overdraft: Digits };
  /** Customers read it above how to pay. */
  'account.rename': { readonly accountId: string; readonly name: string };
  /** Customers see it above how to pay, and whom they can ask. What is left out stays as it is. */
  'brand.set': {
    readonly accountId: string;
    readonly colour?: string | null | undefined;
    readonly logo?: PictureText | null | undefined;
    readonly contact?: Readonly<Partial<Record<ContactField, string | undefined>>>;
  };
  /** Customers read it in the e-mail that says how to pay. */
  'messages.set': { readonly accountId: string; readonly change: MessageSettingsChange };
  'policy.set': { readonly accountId: string; readonly policies: Partial<Policies> };
  /** Of a live private key that is made at the terminal: it works once this is done. */
  'key.create': {
    readonly accountId: string;
    readonly id: string;
    readonly digest: string;
    readonly prefix: string;
    readonly name: string | null;
    readonly limits: KeyLimits | null;
    /** The key in whose place it comes, and how long that one goes on working. */
    readonly replaces: { readonly id: string; readonly graceHours: number } | null;
  };
  'person.invite': { readonly team: Team; readonly email: string; readonly name: string; readonly role: string };
  'person.role': { readonly id: string; readonly role: string };
  /** Of a merchant's person: whoever has the link signs in as them. */
  'person.reset': { readonly id: string; readonly secondFactor: boolean };
  /** Gives somebody of a merchant's the access back that was taken away. */
  'person.enable': { readonly id: string };
};

export type ActKind = keyof Arguments;
export type ActOf<Kind extends ActKind> = { readonly kind: Kind } & Arguments[Kind];
export type Act = { [Kind in ActKind]: ActOf<Kind> }[ActKind];

type Rule<Kind extends ActKind> = {
  /** Whoever has this duty may propose it and approve it. */
  readonly duty: OperatorDuty;
  /** Who has this one may approve it, too: of two who could, one may be alone with the first duty. */
  readonly approvedAlsoBy?: OperatorDuty;
  /** `over`: when it is about more than COBRO_FOUR_EYES_OVER. `always`: it has no amount. */
  readonly secondPerson: 'over' | 'always';
  /** Each line of its file is taken or refused by itself, so a rehearsal would tell nothing, and hold the money of all of them. */
  readonly goesByLine?: true;
  /** What it is about. One thing has at most one open proposal of a kind. */
  subject(act: ActOf<Kind>): string;
};

const ofPayment = { duty: 'decide', secondPerson: 'over', subject: (act: OfPayment) => act.paymentId } as const;
const ofTransfer = { duty: 'decide', secondPerson: 'over', subject: (act: OfTransfer) => act.transferId } as const;
const ofPoint = { duty: 'manage', secondPerson: 'always', subject: (act: OfPoint) => act.code } as const;
const ofRail = { duty: 'manage', secondPerson: 'always', subject: (act: OfRail) => act.userName } as const;
const ofMerchant = {
  duty: 'manage',
  secondPerson: 'always',
  subject: (act: { readonly accountId: string }) => act.accountId,
} as const;

export const ACTS: { readonly [Kind in ActKind]: Rule<Kind> } = {
  'payment.match': ofPayment,
  'payment.accept': ofPayment,
  'payment.return': ofPayment,
  'payment.take_back': ofPayment,
  'payment.void': ofPayment,
  'payout.create': { duty: 'decide', secondPerson: 'over', subject: ({ scope }) => scope.accountId },
  'payout.many': { duty: 'decide', secondPerson: 'over', subject: ({ key }) => key },
  'ledger.adjust': {
    duty: 'decide',
    secondPerson: 'always',
    subject: ({ scope, evidence }) => `${scope.accountId} ${evidence}`,
  },
  'transfer.destination': ofTransfer,
  'transfer.confirm': ofTransfer,
  'transfer.bounce': ofTransfer,
  'transfer.lend': ofTransfer,
  'transfer.resume': { duty: 'decide', secondPerson: 'always', subject: ({ moment }) => moment },
  'transfer.results': { duty: 'decide', secondPerson: 'over', subject: ({ digest }) => digest, goesByLine: true },
  'format.set': { duty: 'manage', secondPerson: 'always', subject: ({ name }) => name },
  'reconciliation.apply': { duty: 'decide', secondPerson: 'over', subject: ({ id }) => id },
  'provider.edit': ofPoint,
  'provider.live': ofPoint,
  'provider.cards': ofPoint,
  'provider.mark': ofPoint,
  'provider.import': { duty: 'manage', secondPerson: 'always', subject: ({ source }) => source },
  'rail.add': { duty: 'manage', secondPerson: 'always', subject: ({ name }) => name },
  'rail.allow': ofRail,
  'rail.points': ofRail,
  'rail.resume': ofRail,
  'rate.set': { duty: 'decide', secondPerson: 'always', subject: ({ currency }) => currency },
  'fee.set': ofMerchant,
  'overdraft.set': ofMerchant,
  'account.rename': ofMerchant,
  'brand.set': ofMerchant,
  'messages.set': ofMerchant,
  'policy.set': ofMerchant,
  'key.create': ofMerchant,
  'person.invite': { duty: 'manage', approvedAlsoBy: 'decide', secondPerson: 'always', subject: ({ email }) => email },
  'person.role': { duty: 'manage', approvedAlsoBy: 'decide', secondPerson: 'always', subject: ({ id }) => id },
  'person.reset': { duty: 'manage', secondPerson: 'always', subject: ({ id }) => id },
  'person.enable': { duty: 'manage', secondPerson: 'always', subject: ({ id }) => id },
};

/** An act that is no longer offered can only be refused, by who manages. */
export function mayApprove(role: OperatorRole, kind: string): boolean {
  if (!isActKind(kind)) return operatorMay(role, 'manage');
  const { duty, approvedAlsoBy = duty }: Pick<Rule<ActKind>, 'duty' | 'approvedAlsoBy'> = ACTS[kind];
  return operatorMay(role, duty) || operatorMay(role, approvedAlsoBy);
}

/** A proposal may be older than the removal of its act. */
export function isActKind(kind: string): kind is ActKind {
  return Object.hasOwn(ACTS, kind);
}

export function subjectOf<Kind extends ActKind>(act: ActOf<Kind>): string {
  const rule: Rule<Kind> = ACTS[act.kind];
  return rule.subject(act);
}

/** Money of an act that goes to or from one merchant, and perhaps to one account outside. */
export type Part = { readonly accountId: string | null; readonly destination: string | null; readonly amount: bigint };

/**
 * What an act would do, as far as the database tells it now. The second person sees the facts and approves these and no
 * others: an act whose facts have changed since is to be proposed anew.
 */
export type Foreseen = {
  /** Whether it touches live money or where customers pay. */
  readonly isLive: boolean;
  readonly parts: readonly Part[];
  readonly facts: Facts;
  /** Whether the second person is needed whatever the amount: it goes elsewhere than usual (D85). */
  readonly isUnusual?: boolean;
};

/** How some of the acts are foreseen and done. */
export type ActDoings<Deps> = {
  readonly [Kind in ActKind]?: {
    foresee(deps: Deps, act: ActOf<Kind>): Promise<Foreseen>;
    run(deps: Deps, act: ActOf<Kind>, actor: string): Promise<unknown>;
  };
};

export const FACT_NAMES = [
  'merchant',
  'order',
  'payment',
  'transfer',
  'point',
  'rail',
  'person',
  'currency',
  'file',
  'format',
  'amount',
  'state',
  'mode',
  'destination',
  'holder',
  'bank',
  'own_account',
  'tracking_key',
  'lines',
  'reason',
  'details',
  'cards',
  'allow',
  'points',
  'rate',
  'fee',
  'method',
  'overdraft',
  'policies',
  'key',
  'replaces',
  'rights',
  'role',
  'from',
  'to',
  'evidence',
  'lost',
] as const;
export type FactName = (typeof FACT_NAMES)[number];
export type Facts = { readonly [Name in FactName]?: string };

export function amountOf({ parts }: Pick<Foreseen, 'parts'>): bigint {
  return parts.reduce((sum, { amount }) => sum + amount, 0n);
}

/** Only what there is to tell. */
export function told(facts: { readonly [Name in keyof Facts]: string | null }): Facts {
  return Object.fromEntries(Object.entries(facts).filter(([, value]) => value !== null && value !== ''));
}
