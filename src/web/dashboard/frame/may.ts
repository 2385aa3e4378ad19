// Whether the viewer of a page may do something, so that no page offers what its form would refuse.

import { type Frame, mayOf } from './frame.js';
import type { Destination } from './nav.js';

export function may({ viewer }: Pick<Frame, 'viewer'>, duty: Destination['duty']): boolean {
  return viewer !== null && mayOf(viewer)(duty);
}
