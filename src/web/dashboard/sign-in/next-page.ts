// Where somebody is led after they signed in: to the page that they asked for, if it is one of the dashboard that they
// can have, else to their first one. An address of anywhere else is never followed.
import type { Visitor } from '../../../domain/people/person.js';
import type { Root } from '../frame/frame.js';

/** The page that a form names; null if it is none of the dashboard. */
export function readNext({ root }: Root, text: unknown): string | null {
  if (typeof text !== 'string' || !text.startsWith(`${root}/`)) return null;
  const here = 'http://here.invalid';
  if (!URL.canParse(text, here)) return null;
  const { origin, pathname, search } = new URL(text, here);
  return origin === here && pathname.startsWith(`${root}/`) ? pathname + search : null;
}

/** A merchant's person has no page on the desk, and the operator's people none of a merchant. */
export function isFor({ root }: Root, next: string, { kind }: Pick<Visitor, 'kind'>): boolean {
  const [area] = next.slice(root.length + 1).split('/');
  return kind === 'operator' ? area === 'desk' : area === 'test' || area === 'live';
}
