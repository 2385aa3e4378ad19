// Letters, digits and marks as strokes of a round pen, in units of which a capital is ten high; y grows downwards.
import type { PointKindName } from '../../domain/payment-point.js';

/**
 * A path of commands: M starts, L draws a line, H a quarter of an ellipse that leaves level, V one that leaves upright,
 * and Q a curve by way of a point.
 */
export type Shape = { readonly width: number; readonly path: string };

/** x1, y1, x2, y2. */
export type LinePoints = readonly [number, number, number, number];

const LETTERS: Readonly<Record<string, readonly [width: number, path: string]>> = {
  A: [7.4, 'M0 10 L3.7 0 L7.4 10 M1.3 6.7 L6.1 6.7'],
  B: [6, 'M0 0 L3.2 0 H5.6 2.4 V3.2 4.8 L0 4.8 M3.2 4.8 H6 7.4 V3.2 10 L0 10 L0 0'],
  C: [6.8, 'M6.8 3 V3.6 0 H0 3.7 L0 6.3 V3.6 10 H6.8 7'],
  D: [6.8, 'M0 0 L2.8 0 H6.8 4 L6.8 6 V2.8 10 L0 10 L0 0'],
  E: [5.2, 'M5.2 0 L0 0 L0 10 L5.2 10 M0 4.9 L4.5 4.9'],
  F: [5, 'M5 0 L0 0 L0 10 M0 5 L4.3 5'],
  G: [7, 'M6.7 2.7 V3.6 0 H0 3.7 L0 6.3 V3.6 10 H7 6.6 L7 5.4 L4.3 5.4'],
  H: [6.6, 'M0 0 L0 10 M6.6 0 L6.6 10 M0 4.9 L6.6 4.9'],
  I: [0, 'M0 0 L0 10'],
  J: [4.6, 'M4.6 0 L4.6 7.4 V2.3 10 H0 7.7'],
  K: [6.2, 'M0 0 L0 10 M5.9 0 L0 6 M2.2 3.9 L6.2 10'],
  L: [5, 'M0 0 L0 10 L5 10'],
  M: [8.2, 'M0 10 L0 0 L4.1 6.4 L8.2 0 L8.2 10'],
  N: [6.8, 'M0 10 L0 0 L6.8 10 L6.8 0'],
  O: [7.4, 'M3.7 0 H7.4 3.8 L7.4 6.2 V3.7 10 H0 6.2 L0 3.8 V3.7 0'],
  P: [5.8, 'M0 10 L0 0 L3 0 H5.8 2.8 V3 5.6 L0 5.6'],
  Q: [7.4, 'M3.7 0 H7.4 3.8 L7.4 6.2 V3.7 10 H0 6.2 L0 3.8 V3.7 0 M4.6 7.3 L7.3 10.3'],
  R: [6, 'M0 10 L0 0 L3 0 H5.8 2.8 V3 5.6 L0 5.6 M3 5.6 L6 10'],
  S: [6, 'M5.6 2.4 V3 0 H0.3 2.5 V3 4.9 H6 7.4 V3 10 H0 7.5'],
  T: [6.6, 'M0 0 L6.6 0 M3.3 0 L3.3 10'],
  U: [6.6, 'M0 0 L0 6.6 V3.3 10 H6.6 6.6 L6.6 0'],
  V: [7.2, 'M0 0 L3.6 10 L7.2 0'],
  W: [10, 'M0 0 L2.5 10 L5 1.8 L7.5 10 L10 0'],
  X: [6.8, 'M0 0 L6.8 10 M6.8 0 L0 10'],
  Y: [6.8, 'M0 0 L3.4 5.1 L6.8 0 M3.4 5.1 L3.4 10'],
  Z: [6.2, 'M0 0 L6.2 0 L0 10 L6.2 10'],
  0: [6.2, 'M3.1 0 H6.2 3.4 L6.2 6.6 V3.1 10 H0 6.6 L0 3.4 V3.1 0'],
  1: [2.6, 'M0 2 L2.6 0 L2.6 10'],
  2: [5.9, 'M0 2.7 V2.9 0 H5.7 2.8 Q5.7 4.4 4.2 5.8 L0 10 L5.9 10'],
  3: [5.8, 'M0.2 2.2 V2.8 0 H5.4 2.4 V2.8 4.8 L2.1 4.8 M2.8 4.8 H5.8 7.4 V2.8 10 H0 7.7'],
  4: [6.4, 'M4.8 10 L4.8 0 L0 7 L6.4 7'],
  5: [5.8, 'M5.3 0 L0.8 0 L0.4 4.6 Q1.4 3.8 2.8 3.8 H5.8 6.9 V2.8 10 H0 7.8'],
  6: [6, 'M4.6 0 Q0 3 0 6.8 V3 10 H6 6.9 V3 3.8 H0 6.8'],
  7: [5.8, 'M0 0 L5.8 0 L2 10'],
  8: [6, 'M3 0 H5.6 2.4 V3 4.7 H0.4 2.4 V3 0 M3 4.7 H6 7.3 V3 10 H0 7.3 V3 4.7'],
  9: [6, 'M1.4 10 Q6 7 6 3.2 V3 0 H0 3.1 V3 6.2 H6 3.2'],
};

export const GLYPHS: Readonly<Record<string, Shape>> = Object.fromEntries(
  Object.entries(LETTERS).map(([letter, [width, path]]) => [letter, { width, path }]),
);

const STORE: Shape = {
  width: 10,
  path: 'M0 4 L1.5 0 L8.5 0 L10 4 V8.3 5.7 H6.7 4 V5 5.7 H3.3 4 V1.7 5.7 H0 4 M1.2 6.6 L1.2 10 L8.8 10 L8.8 6.6',
};
const BANK: Shape = {
  width: 10,
  path: 'M0 3.8 L5 0 L10 3.8 L0 3.8 M1.8 4 L1.8 8 M5 4 L5 8 M8.2 4 L8.2 8 M0 10 L10 10',
};
const COIN: Shape = {
  width: 10,
  path: 'M5 0 H10 5 V5 10 H0 5 V5 0 M5 3 H7 5 V5 7 H3 5 V5 3',
};

export const MARKS: Readonly<Record<PointKindName, Shape>> = {
  agreement: STORE,
  card: STORE,
  account: BANK,
  crypto: COIN,
};

const KAPPA = 0.5523; // where the handles of a quarter circle stand
const STEPS = 10; // lines for a curve: its corners are under a fiftieth of a unit high

/** The shape as straight lines. */
export function flatten(shape: Shape): LinePoints[] {
  const lines: LinePoints[] = [];
  let x = 0;
  let y = 0;
  for (const [, command = '', numbers = ''] of shape.path.matchAll(/([MLHVQ])([^MLHVQ]*)/g)) {
    const points = numbers.trim().split(' ').map(Number);
    const [endX = 0, endY = 0] = points.slice(-2);
    const [startX, startY] = [x, y];
    const curve = curveOf(command, [startX, startY, endX, endY], points);
    const steps = command === 'L' ? 1 : command === 'M' ? 0 : STEPS;
    for (let step = 1; step <= steps; step++) {
      const [nextX, nextY] = curve(step / steps);
      lines.push([x, y, nextX, nextY]);
      [x, y] = [nextX, nextY];
    }
    [x, y] = [endX, endY];
  }
  return lines;
}

/** Every command as a cubic curve from 0 to 1. */
function curveOf(command: string, [x1, y1, x2, y2]: LinePoints, [viaX = 0, viaY = 0]: readonly number[]) {
  const [w, h] = [x2 - x1, y2 - y1];
  const [ax, ay, bx, by] =
    command === 'H'
      ? [x1 + KAPPA * w, y1, x2, y2 - KAPPA * h]
      : command === 'V'
        ? [x1, y1 + KAPPA * h, x2 - KAPPA * w, y2]
        : command === 'Q'
          ? [
              x1 + (2 * (viaX - x1)) / 3,
              y1 + (2 * (viaY - y1)) / 3,
              x2 + (2 * (viaX - x2)) / 3,
              y2 + (2 * (viaY - y2)) / 3,
            ]
          : [x1, y1, x2, y2];
  return (t: number): readonly [number, number] => {
    const s = 1 - t;
    const [p, q, r, u] = [s * s * s, 3 * s * s * t, 3 * s * t * t, t * t * t];
    return [p * x1 + q * ax + r * bx + u * x2, p * y1 + q * ay + r * by + u * y2];
  };
}
