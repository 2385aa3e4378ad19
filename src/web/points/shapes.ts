// Letters, digits and symbols as SVG paths, drawn with a round pen, in units of which a capital is ten high. They
// replace a font, so that images are the same on every machine, whatever fonts it has.
import type { PointKind } from '../../domain/points/kind.js';

export type Shape = { readonly width: number; readonly path: string };

export const GLYPHS: Readonly<Record<string, Shape>> = {
  A: { width: 7.4, path: 'M0 10 L3.7 0 L7.4 10 M1.3 6.7 L6.1 6.7' },
  B: {
    width: 6,
    path: 'M0 0 L3.2 0 A2.4 2.4 0 0 1 5.6 2.4 A2.4 2.4 0 0 1 3.2 4.8 L0 4.8 M3.2 4.8 A2.8 2.6 0 0 1 6 7.4 A2.8 2.6 0 0 1 3.2 10 L0 10 L0 0',
  },
  C: {
    width: 6.8,
    path: 'M6.8 3 A3.2 3 0 0 0 3.6 0 A3.6 3.7 0 0 0 0 3.7 L0 6.3 A3.6 3.7 0 0 0 3.6 10 A3.2 3 0 0 0 6.8 7',
  },
  D: { width: 6.8, path: 'M0 0 L2.8 0 A4 4 0 0 1 6.8 4 L6.8 6 A4 4 0 0 1 2.8 10 L0 10 L0 0' },
  E: { width: 5.2, path: 'M5.2 0 L0 0 L0 10 L5.2 10 M0 4.9 L4.5 4.9' },
  F: { width: 5, path: 'M5 0 L0 0 L0 10 M0 5 L4.3 5' },
  G: {
    width: 7,
    path: 'M6.7 2.7 A3.1 2.7 0 0 0 3.6 0 A3.6 3.7 0 0 0 0 3.7 L0 6.3 A3.6 3.7 0 0 0 3.6 10 A3.4 3.4 0 0 0 7 6.6 L7 5.4 L4.3 5.4',
  },
  H: { width: 6.6, path: 'M0 0 L0 10 M6.6 0 L6.6 10 M0 4.9 L6.6 4.9' },
  I: { width: 0, path: 'M0 0 L0 10' },
  J: { width: 4.6, path: 'M4.6 0 L4.6 7.4 A2.3 2.6 0 0 1 2.3 10 A2.3 2.3 0 0 1 0 7.7' },
  K: { width: 6.2, path: 'M0 0 L0 10 M5.9 0 L0 6 M2.2 3.9 L6.2 10' },
  L: { width: 5, path: 'M0 0 L0 10 L5 10' },
  M: { width: 8.2, path: 'M0 10 L0 0 L4.1 6.4 L8.2 0 L8.2 10' },
  N: { width: 6.8, path: 'M0 10 L0 0 L6.8 10 L6.8 0' },
  O: {
    width: 7.4,
    path: 'M3.7 0 A3.7 3.8 0 0 1 7.4 3.8 L7.4 6.2 A3.7 3.8 0 0 1 3.7 10 A3.7 3.8 0 0 1 0 6.2 L0 3.8 A3.7 3.8 0 0 1 3.7 0',
  },
  P: { width: 5.8, path: 'M0 10 L0 0 L3 0 A2.8 2.8 0 0 1 5.8 2.8 A2.8 2.8 0 0 1 3 5.6 L0 5.6' },
  Q: {
    width: 7.4,
    path: 'M3.7 0 A3.7 3.8 0 0 1 7.4 3.8 L7.4 6.2 A3.7 3.8 0 0 1 3.7 10 A3.7 3.8 0 0 1 0 6.2 L0 3.8 A3.7 3.8 0 0 1 3.7 0 M4.6 7.3 L7.3 10.3',
  },
  R: { width: 6, path: 'M0 10 L0 0 L3 0 A2.8 2.8 0 0 1 5.8 2.8 A2.8 2.8 0 0 1 3 5.6 L0 5.6 M3 5.6 L6 10' },
  S: {
    width: 6,
    path: 'M5.6 2.4 A2.6 2.4 0 0 0 3 0 A2.7 2.5 0 0 0 0.3 2.5 A2.7 2.4 0 0 0 3 4.9 A3 2.5 0 0 1 6 7.4 A3 2.6 0 0 1 3 10 A3 2.5 0 0 1 0 7.5',
  },
  T: { width: 6.6, path: 'M0 0 L6.6 0 M3.3 0 L3.3 10' },
  U: { width: 6.6, path: 'M0 0 L0 6.6 A3.3 3.4 0 0 0 3.3 10 A3.3 3.4 0 0 0 6.6 6.6 L6.6 0' },
  V: { width: 7.2, path: 'M0 0 L3.6 10 L7.2 0' },
  W: { width: 10, path: 'M0 0 L2.5 10 L5 1.8 L7.5 10 L10 0' },
  X: { width: 6.8, path: 'M0 0 L6.8 10 M6.8 0 L0 10' },
  Y: { width: 6.8, path: 'M0 0 L3.4 5.1 L6.8 0 M3.4 5.1 L3.4 10' },
  Z: { width: 6.2, path: 'M0 0 L6.2 0 L0 10 L6.2 10' },
  0: {
    width: 6.2,
    path: 'M3.1 0 A3.1 3.4 0 0 1 6.2 3.4 L6.2 6.6 A3.1 3.4 0 0 1 3.1 10 A3.1 3.4 0 0 1 0 6.6 L0 3.4 A3.1 3.4 0 0 1 3.1 0',
  },
  1: { width: 2.6, path: 'M0 2 L2.6 0 L2.6 10' },
  2: { width: 5.9, path: 'M0 2.7 A2.9 2.7 0 0 1 2.9 0 A2.8 2.8 0 0 1 5.7 2.8 Q5.7 4.4 4.2 5.8 L0 10 L5.9 10' },
  3: {
    width: 5.8,
    path: 'M0.2 2.2 A2.6 2.2 0 0 1 2.8 0 A2.6 2.4 0 0 1 5.4 2.4 A2.6 2.4 0 0 1 2.8 4.8 L2.1 4.8 M2.8 4.8 A3 2.6 0 0 1 5.8 7.4 A3 2.6 0 0 1 2.8 10 A2.8 2.3 0 0 1 0 7.7',
  },
  4: { width: 6.4, path: 'M4.8 10 L4.8 0 L0 7 L6.4 7' },
  5: {
    width: 5.8,
    path: 'M5.3 0 L0.8 0 L0.4 4.6 Q1.4 3.8 2.8 3.8 A3 3.1 0 0 1 5.8 6.9 A3 3.1 0 0 1 2.8 10 A2.8 2.2 0 0 1 0 7.8',
  },
  6: { width: 6, path: 'M4.6 0 Q0 3 0 6.8 A3 3.2 0 0 0 3 10 A3 3.1 0 0 0 6 6.9 A3 3.1 0 0 0 3 3.8 A3 3 0 0 0 0 6.8' },
  7: { width: 5.8, path: 'M0 0 L5.8 0 L2 10' },
  8: {
    width: 6,
    path: 'M3 0 A2.6 2.4 0 0 1 5.6 2.4 A2.6 2.3 0 0 1 3 4.7 A2.6 2.3 0 0 1 0.4 2.4 A2.6 2.4 0 0 1 3 0 M3 4.7 A3 2.6 0 0 1 6 7.3 A3 2.7 0 0 1 3 10 A3 2.7 0 0 1 0 7.3 A3 2.6 0 0 1 3 4.7',
  },
  9: { width: 6, path: 'M1.4 10 Q6 7 6 3.2 A3 3.2 0 0 0 3 0 A3 3.1 0 0 0 0 3.1 A3 3.1 0 0 0 3 6.2 A3 3 0 0 0 6 3.2' },
};

const STORE: Shape = {
  width: 10,
  path: 'M0 4 L1.5 0 L8.5 0 L10 4 A1.7 1.7 0 0 1 8.3 5.7 A1.6 1.7 0 0 1 6.7 4 A1.7 1.7 0 0 1 5 5.7 A1.7 1.7 0 0 1 3.3 4 A1.6 1.7 0 0 1 1.7 5.7 A1.7 1.7 0 0 1 0 4 M1.2 6.6 L1.2 10 L8.8 10 L8.8 6.6',
};
const BANK: Shape = {
  width: 10,
  path: 'M0 3.8 L5 0 L10 3.8 L0 3.8 M1.8 4 L1.8 8 M5 4 L5 8 M8.2 4 L8.2 8 M0 10 L10 10',
};
const COIN: Shape = {
  width: 10,
  path: 'M5 0 A5 5 0 0 1 10 5 A5 5 0 0 1 5 10 A5 5 0 0 1 0 5 A5 5 0 0 1 5 0 M5 3 A2 2 0 0 1 7 5 A2 2 0 0 1 5 7 A2 2 0 0 1 3 5 A2 2 0 0 1 5 3',
};

export const MARKS: Readonly<Record<PointKind['mark'], Shape>> = { store: STORE, bank: BANK, coin: COIN };
