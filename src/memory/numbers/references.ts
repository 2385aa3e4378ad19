// Provides the references that customers give at a till, each for one order (D45).
import type { Mode } from '../../domain/base/mode.js';
import { after, type Soon } from '../../domain/base/soon.js';
import { makeReference, REFERENCE_CAPACITY } from '../../domain/points/reference.js';
import { AppError } from '../../errors/errors.js';
import type { NumberBlocks } from './number-blocks.js';

export type References = {
  next(mode: Mode): Soon<string>;
  /** Takes back the reference of an order that was surely not stored, for the next order. */
  giveBack(mode: Mode, reference: string): void;
};

export function createReferences(numbers: NumberBlocks): References {
  const returned: Readonly<Record<Mode, string[]>> = { test: [], live: [] };
  return {
    next(mode) {
      const back = returned[mode].pop();
      if (back !== undefined) return back;
      return after(numbers.next(`${mode} references`, REFERENCE_CAPACITY), (numbered) => {
        if (numbered === null) throw new AppError('reference_pool_exhausted');
        return makeReference(numbered.serial, numbered.secret, mode);
      });
    },
    giveBack: (mode, reference) => void returned[mode].push(reference),
  };
}
