// Provides the references that customers give at a till, each for one order (D45).
import type { Mode } from '../../domain/base/mode.js';
import { makeReference, REFERENCE_CAPACITY } from '../../domain/points/reference.js';
import { AppError } from '../../errors/errors.js';
import type { NumberBlocks } from './number-blocks.js';

export type References = {
  next(mode: Mode): Promise<string>;
  /** Takes back the reference of an order that was surely not stored, for the next order. */
  giveBack(mode: Mode, reference: string): void;
};

export function createReferences(numbers: NumberBlocks): References {
  const returned: Readonly<Record<Mode, string[]>> = { test: [], live: [] };
  return {
    async next(mode) {
      const back = returned[mode].pop();
      if (back !== undefined) return back;
      const numbered = await numbers.next(`${mode} references`, REFERENCE_CAPACITY);
      if (numbered === null) throw new AppError('reference_pool_exhausted');
      return makeReference(numbered.serial, numbered.secret, mode);
    },
    giveBack: (mode, reference) => void returned[mode].push(reference),
  };
}
