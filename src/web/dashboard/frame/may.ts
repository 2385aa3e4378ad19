// Whether the viewer of a page may do something, so that no page offers what its form would refuse.

import { type Frame, mayOf } from './frame.js';
import type { MenuTarget } from './menu.js';

export function may({ viewer }: Pick<Frame, 'viewer'>, duty: MenuTarget['duty']): boolean {
  return viewer !== null && mayOf(viewer)(duty);
}
