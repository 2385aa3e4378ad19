// The steps of a history, and how often each is taken.
import { closeBooks, showStatement, writeOff } from './book-steps.js';
import { mineBlocks, reorganise, replaceCoins, reprice, sendCoins } from './chain-steps.js';
import { pick } from './chance.js';
import { giveBack, keepMoney, undoMatch, voidBooking } from './decide-steps.js';
import { cancel, create, expire, jump, settleDue } from './order-steps.js';
import { burst, pay, payNobody, replay, reverse } from './pay-steps.js';
import { payOut, payPlanned, planPayouts } from './payout-steps.js';
import { fund, helpWaiting, refund } from './refund-steps.js';
import {
  answerAfterRestore,
  bankAnswers,
  moveTransfer,
  namePayee,
  printFile,
  printFileAgain,
} from './transfer-steps.js';
import type { World } from './world.js';

const STEPS: readonly [weight: number, step: (world: World) => Promise<string | null>][] = [
  [5, create],
  [12, pay],
  [8, sendCoins],
  [6, mineBlocks],
  [2, replaceCoins],
  [2, reorganise],
  [2, reprice],
  [3, replay],
  [3, burst],
  [2, payNobody],
  [3, cancel],
  [4, refund],
  [6, reverse],
  [4, jump],
  [2, expire],
  [2, settleDue],
  [3, fund],
  [2, helpWaiting],
  [3, payOut],
  [1, planPayouts],
  [3, payPlanned],
  [4, giveBack],
  [4, keepMoney],
  [6, moveTransfer],
  [3, namePayee],
  [2, undoMatch],
  [2, voidBooking],
  [3, printFile],
  [1, printFileAgain],
  [4, bankAnswers],
  [1, answerAfterRestore],
  [2, showStatement],
  [2, writeOff],
  [1, closeBooks],
];

const CHANCES = STEPS.flatMap(([weight, step]) => Array.from({ length: weight }, () => step));

export async function takeStep(world: World): Promise<string> {
  if (world.orders.length < 2) return (await create(world)) ?? '';
  for (let told: string | null = null; ; ) {
    told = await pick(world, CHANCES)(world);
    if (told !== null) return told;
  }
}
