// Sends the requests of the fuzz over many connections at once and keeps what must not be. A request that failed is sent
// again alone, with fewer and fewer of its faults, until the smallest one that still fails is found.
import type { World } from './draft.js';
import { type Answer, openLine, sendRaw } from './line.js';
import type { Operation } from './operations.js';
import { rawCase } from './raw.js';
import { request } from './request.js';

export type Attack = {
  readonly world: World;
  readonly port: number;
  readonly seed: number;
  say(line: string): void;
};

export type Findings = {
  readonly failures: string[];
  readonly hangs: string[];
  /** How many requests got each status: if all were refused, little of the service was reached. */
  readonly statuses: Map<number, number>;
  /** The same by what was asked for: a route that refused everything was not reached. */
  readonly reached: Map<Operation, Set<number>>;
};

/** One raw connection for so many requests. */
export const RAW_SHARE = 50;
/** A merchant's long reads wait for one another (D83), and each of them holds a line meanwhile. */
const LINES = 128;
const RAW_LINES = 96;
const WITHIN_MS = 20_000;
const MOST_EXPLAINED = 20;

/** The requests from one number to another. */
export async function shoot(attack: Attack, from: number, to: number, findings: Findings): Promise<void> {
  const failed: number[] = [];
  const late: number[] = [];
  let next = from;
  const work = async () => {
    const line = openLine(attack.port);
    for (let number = next++; number < to; number = next++) {
      if (number % 50_000 === 49_999) attack.say(`  ${number + 1} requests, ${failed.length + late.length} findings`);
      const { bytes, isHead, operation } = request(attack.world, { seed: attack.seed, number });
      const answer = await line.send(bytes, { isHead, withinMs: WITHIN_MS });
      if (answer.is === 'answered') {
        findings.statuses.set(answer.status, (findings.statuses.get(answer.status) ?? 0) + 1);
        findings.reached.set(operation, (findings.reached.get(operation) ?? new Set()).add(answer.status));
      }
      if (answer.is === 'answered' && !isFailure(answer)) continue;
      (answer.is === 'late' ? late : failed).push(number);
      // A long run that somebody ends tells at least of what it found.
      const is = answer.is === 'answered' ? answer.status : answer.is;
      attack.say(`  ${is}: request ${number}, ${lineOf(attack, number)}`);
    }
    line.end();
  };
  const raw = { next: Math.ceil(from / RAW_SHARE), end: to / RAW_SHARE };
  await Promise.all([
    ...Array.from({ length: LINES }, work),
    ...Array.from({ length: RAW_LINES }, () => breakHttp(attack, raw, findings)),
  ]);
  for (const number of failed) findings.failures.push(await explain(attack, number, failed.indexOf(number)));
  for (const number of late) findings.hangs.push(await explain(attack, number, late.indexOf(number)));
}

async function breakHttp(attack: Attack, raw: { next: number; readonly end: number }, found: Findings): Promise<void> {
  for (let number = raw.next++; number < raw.end; number = raw.next++) {
    const made = rawCase(attack.world, { seed: attack.seed, number });
    const { isOver, text } = await sendRaw(attack.port, made, WITHIN_MS);
    const isWrong = /^HTTP\/1\.\d 5/m.test(text);
    if (isOver && !isWrong) continue;
    const sent = JSON.stringify(Buffer.concat(made.parts).toString('latin1').slice(0, 600));
    const told = `seed ${attack.seed}, raw ${number} (${made.what}, then ${made.then}): ${sent} gave ${text.slice(0, 300)}`;
    (isOver ? found.failures : found.hangs).push(told);
  }
}

/** An error says which one it is. */
function isFailure(answer: Answer): boolean {
  if (answer.is !== 'answered') return true;
  if (answer.status >= 500) return true;
  return answer.status >= 400 && answer.text.startsWith('{') && !answer.text.includes('"error"');
}

async function explain(attack: Attack, number: number, place: number): Promise<string> {
  if (place >= MOST_EXPLAINED) return `seed ${attack.seed}, request ${number}`;
  let without: number[] = [];
  let found = await again(attack, number, without);
  if (found === null)
    return `seed ${attack.seed}, request ${number}: well when it is sent again alone, ${lineOf(attack, number)}`;
  for (const fault of [0, 1, 2]) {
    const fewer = await again(attack, number, [...without, fault]);
    if (fewer === null) continue;
    without = [...without, fault];
    found = fewer;
  }
  return `seed ${attack.seed}, request ${number}: ${found}`;
}

function lineOf({ world, seed }: Attack, number: number): string {
  return request(world, { seed, number }).bytes.toString('latin1').slice(0, 200).split('\r\n', 1)[0] ?? '';
}

/** What the request is and what it gives; null if it is well. */
async function again(attack: Attack, number: number, without: readonly number[]): Promise<string | null> {
  const { bytes, isHead, faults } = request(attack.world, { seed: attack.seed, number, without });
  const line = openLine(attack.port);
  const answer = await line.send(bytes, { isHead, withinMs: WITHIN_MS });
  line.end();
  if (!isFailure(answer)) return null;
  const is = answer.is === 'answered' ? String(answer.status) : answer.is;
  return `${is} for (${faults.join(', ')}) ${JSON.stringify(bytes.toString('latin1').slice(0, 1_500))}: ${answer.text.slice(0, 300)}`;
}
