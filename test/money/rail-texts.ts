// Lists of rails that a test has as text.
import { Readable } from 'node:stream';
import { compareList, type GivenList } from '../../src/actions/money/reconcile-list.js';
import type { Deps } from '../../src/deps.js';
import type { Mode } from '../../src/domain/base/mode.js';
import type { ListedPayment } from '../../src/domain/money/reconcile.js';
import type { RailKindName } from '../../src/domain/rails/kinds.js';
import type { KeptReconciliation } from '../../src/store/money/reconciliations.js';
import { readRailList } from '../../src/wire/rails/rail-list.js';
import { inPieces } from '../../src/wire/sheets/file-text.js';

export function readText(kind: RailKindName, text: string, mode: Mode = 'live'): Promise<ListedPayment[]> {
  return Readable.from(readRailList({ kind, mode }, inPieces(text))).toArray();
}

type Text = Pick<GivenList, 'kind' | 'mode' | 'day' | 'progress'> & { readonly text: string };

export function compareText(deps: Deps, { text, ...given }: Text): Promise<KeptReconciliation> {
  const list = { ...given, fileName: 'list.csv', actor: 'tester', open: () => inPieces(text) };
  return compareList(deps, list, readRailList);
}
