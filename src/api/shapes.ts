// All named schemas of the API reference: those of accounts, in every version, and those of whoever has no account.
import type { TSchema } from 'typebox';
import { Healthy, Unhealthy } from '../wire/keeping/health.js';
import { Reversed, TillAnswer, TillLookup, TillReversal } from '../wire/rails/till.js';
import { REPLIES, REQUESTS } from '../wire/versions/shapes.js';
import { OLDER_SHAPES, withOtherNames } from './reference/older-shapes.js';

/** In the order of the page. */
export const NAMED_SHAPES: readonly TSchema[] = [
  ...REQUESTS.filter(({ schema }) => schema.$id !== undefined).map(withOtherNames),
  TillLookup.schema,
  TillReversal.schema,
  ...REPLIES,
  TillAnswer,
  Reversed,
  Healthy,
  Unhealthy,
  ...OLDER_SHAPES,
];
