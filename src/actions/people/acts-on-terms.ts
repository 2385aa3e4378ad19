// The acts that change on which terms customers pay, and who may do so (D81): what each would do, and how it is done.
import type { Deps } from '../../deps.js';
import { DAY_MS } from '../../domain/base/duration.js';
import { isLive } from '../../domain/base/mode.js';
import { toDecimal } from '../../domain/base/money.js';
import { changeMessageSettings, type MessageSettings } from '../../domain/messages/message-settings.js';
import { POLICY_CASES } from '../../domain/money/policy.js';
import { rateToNumber } from '../../domain/orders/exchange.js';
import type { ActDoings, ActOf, Foreseen } from '../../domain/people/act.js';
import { inOrder } from '../../domain/people/proposal.js';
import { countApprovers, ENOUGH_APPROVERS } from '../../domain/people/second-person.js';
import { pointsOf } from '../../domain/rails/rail.js';
import type { BankFormat } from '../../domain/transfers/bank-format.js';
import { AppError } from '../../errors/errors.js';
import { listFees, listKeys } from '../../store/accounts/accounts.js';
import { findBrand } from '../../store/accounts/brands.js';
import { findOverdraft } from '../../store/accounts/overdrafts.js';
import { findPolicies } from '../../store/accounts/policies.js';
import { latestRates } from '../../store/money/rates.js';
import { listPeople } from '../../store/people/people.js';
import { listRails } from '../../store/rails/rails.js';
import { pictureIn } from '../accounts/checked-picture.js';
import { addKey } from '../accounts/create-key.js';
import { requireAccount } from '../accounts/require-account.js';
import { brandFacts, changedBrand, saveBrand } from '../accounts/set-brand.js';
import { setFee } from '../accounts/set-fee.js';
import { setOverdraft } from '../accounts/set-overdraft.js';
import { setPolicies } from '../accounts/set-policy.js';
import { renameAccount } from '../accounts/update-account.js';
import { readMessageSettings, setMessageSettings, settingTexts } from '../messages/message-settings.js';
import { setRate } from '../money/set-rate.js';
import { ACTS_ON_POINTS, changed, type Parts, type PointsDeps, touching } from '../points/acts-on-points.js';
import { addRail, resumeRail, setAllowed, setPoints } from '../rails/manage-rail.js';
import { requireFormat, setFormat } from '../transfers/bank-formats.js';
import { changeRole, enablePerson, removeSecondFactor } from './change-member.js';
import { type Invitation, invitePerson } from './invite-person.js';
import { makePersonLink } from './make-person-link.js';
import { requireMember } from './require-member.js';

export type TermsDeps = PointsDeps & Pick<Deps, 'random' | 'settings' | 'shippedFormats'>;

type Reading = Pick<TermsDeps, 'db' | 'clock' | 'settings' | 'shippedFormats'>;

/** The second person sees every part that changes: one column for another is another amount. */
async function foreseeFormat(deps: Reading, { name, format }: ActOf<'format.set'>): Promise<Foreseen> {
  const known = await requireFormat(deps, name).catch((error: unknown) => {
    if (format !== null && error instanceof AppError && error.code === 'unknown_format') return null;
    throw error;
  });
  const details = changed(partsOf(known?.format ?? null), partsOf(format));
  return touching(true, { format: name, details });
}

function partsOf(format: BankFormat | null): Readonly<Record<string, string>> {
  if (format === null) return {};
  const parts = format.is === 'mapping' ? format.mapping : format.layout;
  return Object.fromEntries(Object.entries(parts).map(([name, part]) => [name, JSON.stringify(part, inOrder)]));
}

async function foreseeRail(_deps: Reading, act: ActOf<'rail.add'>): Promise<Foreseen> {
  const { railKind: kind, name, mode, allow, userName } = act;
  const points = pointsOf({ ...act, kind })?.join(' ') ?? null;
  return touching(isLive(mode), { rail: `${name} (${kind}, ${userName})`, mode, allow: allow.join(' '), points });
}

async function foreseeRailChange(
  deps: Reading,
  act: ActOf<'rail.allow'> | ActOf<'rail.points'> | ActOf<'rail.resume'>,
): Promise<Foreseen> {
  const rail = (await listRails(deps.db)).find(({ userName }) => userName === act.userName);
  if (rail === undefined) throw new AppError('rail_not_found', { rail: `rail with user ${act.userName}` });
  const [allow, points] = [rail.allow.join(' '), pointsOf(rail)?.join(' ') ?? null];
  return touching(isLive(rail.mode), {
    rail: `${rail.name} (${rail.kind}, ${rail.userName})`,
    mode: rail.mode,
    allow: act.kind === 'rail.allow' ? `${allow} → ${act.allow.join(' ')}` : allow,
    points: act.kind === 'rail.points' ? `${points ?? ''} → ${act.points.join(' ')}` : points,
  });
}

async function foreseeRate({ db }: Reading, { currency, millionths }: ActOf<'rate.set'>): Promise<Foreseen> {
  const before = (await latestRates(db)).find((rate) => rate.currency === currency);
  const [old, rate] = [before?.millionths ?? 0n, BigInt(millionths)].map((each) => String(rateToNumber(each)));
  return touching(true, { currency, rate: before === undefined ? (rate ?? '') : `${old} → ${rate}` });
}

async function foreseeFee({ db }: Reading, { accountId, method, schedule }: ActOf<'fee.set'>): Promise<Foreseen> {
  const before = (await listFees(db, accountId))[method];
  const text = (fee: { readonly basisPoints: bigint; readonly fixed: bigint }) =>
    `${toDecimal(fee.basisPoints)} % + ${toDecimal(fee.fixed)}`;
  const after = text({ basisPoints: BigInt(schedule.basisPoints), fixed: BigInt(schedule.fixed) });
  const fee = before === undefined ? after : `${text(before)} → ${after}`;
  return touching(true, { merchant: accountId, method, fee });
}

async function foreseeOverdraft({ db }: Reading, act: ActOf<'overdraft.set'>): Promise<Foreseen> {
  const [before, after] = [await findOverdraft(db, act.accountId), BigInt(act.overdraft)];
  return touching(true, { merchant: act.accountId, overdraft: `${toDecimal(before)} → ${toDecimal(after)}` });
}

async function foreseeRename({ db }: Reading, { accountId, name }: ActOf<'account.rename'>): Promise<Foreseen> {
  const { name: before } = await requireAccount({ db }, accountId);
  return touching(true, { merchant: accountId, details: `${before} → ${name}` });
}

/** Pages of a merchant's customers have the logo and the contacts. A colour tells nobody to pay elsewhere. */
async function foreseeBrand({ db }: Reading, act: ActOf<'brand.set'>): Promise<Foreseen> {
  const before = await findBrand(db, (await requireAccount({ db }, act.accountId)).id);
  const [was, is] = [before, changedBrand(before, drawnIn(act))].map(brandFacts).map(present);
  const details = changed(was ?? {}, is ?? {});
  const isRead = changed({ ...was, colour: '' }, { ...is, colour: '' }) !== '';
  return touching(isRead, { merchant: act.accountId, details });
}

function drawnIn({ accountId, colour, logo, contact }: ActOf<'brand.set'>) {
  return { accountId, colour, logo: logo && pictureIn(logo), contact };
}

function present(facts: Readonly<Record<string, string | null>>): Parts {
  return Object.fromEntries(Object.entries(facts).flatMap(([name, text]) => (text === null ? [] : [[name, text]])));
}

/** Customers read the texts above how to pay, and their answers go where the merchant says. Switches say nothing. */
async function foreseeMessages(deps: Reading, { accountId, change }: ActOf<'messages.set'>): Promise<Foreseen> {
  const before = await readMessageSettings(deps, accountId);
  const after = changeMessageSettings(before, change);
  const details = changed(settingTexts(before), settingTexts(after));
  return touching(changed(readTexts(before), readTexts(after)) !== '', { merchant: accountId, details });
}

function readTexts(settings: MessageSettings): Parts {
  const isRead = (name: string) => name === 'reply_to' || name.includes('.');
  return Object.fromEntries(Object.entries(settingTexts(settings)).filter(([name]) => isRead(name)));
}

async function foreseePolicies({ db }: Reading, { accountId, policies }: ActOf<'policy.set'>): Promise<Foreseen> {
  const before = await findPolicies(db, accountId);
  const lines = POLICY_CASES.filter((name) => policies[name] !== undefined).map(
    (name) => `${name}: ${before[name]} → ${policies[name]}`,
  );
  return touching(true, { merchant: accountId, policies: lines.join('\n') });
}

async function foreseeKey({ db }: Reading, act: ActOf<'key.create'>): Promise<Foreseen> {
  const { accountId, prefix, name, limits, replaces } = act;
  const old = replaces === null ? undefined : (await listKeys(db, accountId)).find(({ id }) => id === replaces.id);
  return touching(true, {
    merchant: accountId,
    key: [`${prefix}…`, name].filter((part) => part !== null).join(' '),
    rights: limits?.rights?.join(' ') ?? null,
    allow: limits?.addresses?.join(' ') ?? null,
    replaces:
      replaces &&
      `${old === undefined ? replaces.id : `${old.prefix}… ${old.name ?? ''}`.trim()}, ${replaces.graceHours} h`,
  });
}

async function foreseeInvitation(deps: Reading, act: ActOf<'person.invite'>): Promise<Foreseen> {
  const { team, name, email, role } = act;
  return touching(team !== null || (await areEnough(deps)), { merchant: team, person: `${name} <${email}>`, role });
}

async function foreseeRole(deps: Reading, { id, role }: ActOf<'person.role'>): Promise<Foreseen> {
  const member = await requireMember(deps.db, { id, team: 'any' });
  const person = `${member.name} <${member.email}>`;
  const isTouched = member.team !== null || (await areEnough(deps));
  return touching(isTouched, { merchant: member.team, person, role: `${member.role} → ${role}` });
}

/** Of the operator's people it is no act, but a hand on them (second-person.ts). */
async function foreseeReset(deps: Reading, { id, secondFactor }: ActOf<'person.reset'>): Promise<Foreseen> {
  const { name, email, team } = await requireMember(deps.db, { id, team: 'any' });
  const details = secondFactor ? 'password, second factor' : 'password';
  return touching(team !== null, { merchant: team, person: `${name} <${email}>`, details });
}

/** Of the operator's people it is a hand on them, too. */
async function foreseeEnable(deps: Reading, { id }: ActOf<'person.enable'>): Promise<Foreseen> {
  const { name, email, team, role } = await requireMember(deps.db, { id, team: 'any' });
  return touching(team !== null, { merchant: team, person: `${name} <${email}>`, role });
}

async function resetPerson(deps: TermsDeps, act: ActOf<'person.reset'>, actor: string): Promise<Invitation> {
  const call = { team: 'any', id: act.id, actor } as const;
  if (act.secondFactor) await removeSecondFactor(deps, call);
  return makePersonLink(deps, call);
}

/** Until there are two who could decide about it the operator's team could never grow. */
async function areEnough({ db, clock, settings }: Reading): Promise<boolean> {
  const since = clock.now() - settings.fourEyesRestDays * DAY_MS;
  return countApprovers(await listPeople(db, null), since) >= ENOUGH_APPROVERS;
}

export const ACTS_ON_TERMS = {
  ...ACTS_ON_POINTS,
  'format.set': {
    foresee: foreseeFormat,
    run: (deps, { name, format }, actor) => setFormat(deps, { name, format, actor }),
  },
  'rail.add': {
    foresee: foreseeRail,
    run: (deps, act, actor) => addRail(deps, { ...act, kind: act.railKind, actor }),
  },
  'rail.allow': {
    foresee: foreseeRailChange,
    run: (deps, act, actor) => setAllowed(deps, { ...act, actor }),
  },
  'rail.points': {
    foresee: foreseeRailChange,
    run: (deps, act, actor) => setPoints(deps, { ...act, actor }),
  },
  'rail.resume': {
    foresee: foreseeRailChange,
    run: (deps, { userName, note }, actor) => resumeRail(deps, userName, { actor, note }),
  },
  'rate.set': {
    foresee: foreseeRate,
    run: (deps, act, actor) => setRate(deps, { ...act, millionths: BigInt(act.millionths), actor }),
  },
  'fee.set': {
    foresee: foreseeFee,
    run: (deps, { accountId, method, schedule }, actor) => {
      const { basisPoints, fixed } = schedule;
      const wanted = { basisPoints: BigInt(basisPoints), fixed: BigInt(fixed) };
      return setFee(deps, { accountId, method, schedule: wanted, actor });
    },
  },
  'overdraft.set': {
    foresee: foreseeOverdraft,
    run: (deps, { accountId, overdraft }, actor) =>
      setOverdraft(deps, { accountId, overdraft: BigInt(overdraft), actor }),
  },
  'account.rename': {
    foresee: foreseeRename,
    run: (deps, { accountId: id, name }, actor) => renameAccount(deps, { id, name, actor }),
  },
  'brand.set': {
    foresee: foreseeBrand,
    run: (deps, act, actor) => saveBrand(deps, { ...drawnIn(act), actor }),
  },
  'messages.set': {
    foresee: foreseeMessages,
    run: (deps, { accountId, change }, actor) => setMessageSettings(deps, { accountId, change, actor }),
  },
  'policy.set': {
    foresee: foreseePolicies,
    run: (deps, act, actor) => setPolicies(deps, { ...act, actor }),
  },
  'key.create': {
    foresee: foreseeKey,
    run: (deps, act, actor) => {
      const { digest, replaces, kind: _, ...key } = act;
      const row = { ...key, mode: 'live', kind: 'private', digest: Buffer.from(digest, 'hex') } as const;
      return addKey(deps, { row: { ...row, createdAt: deps.clock.now() }, replaces, actor });
    },
  },
  'person.invite': {
    foresee: foreseeInvitation,
    run: (deps, act, actor) => invitePerson(deps, { ...act, actor }),
  },
  'person.role': {
    foresee: foreseeRole,
    run: (deps, { id, role }, actor) => changeRole(deps, { team: 'any', id, role, actor }),
  },
  'person.reset': { foresee: foreseeReset, run: resetPerson },
  'person.enable': {
    foresee: foreseeEnable,
    run: (deps, { id }, actor) => enablePerson(deps, { team: 'any', id, actor }),
  },
} satisfies ActDoings<TermsDeps>;
