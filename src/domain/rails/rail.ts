import type { Mode } from '../mode.js';

// A way that money reaches us, and who speaks for it (D46).

export type Rail = {
  readonly id: string;
  readonly kind: 'spei' | 'cash';
  /** For cash, the network: the code of the payment point whose references it takes. */
  readonly name: string;
  readonly mode: Mode;
};
