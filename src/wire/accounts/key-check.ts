// The reply that tells existing clients whether a key works, and in which mode (D20).
import type { Static } from 'typebox';
import { isLive, type Mode } from '../../domain/base/mode.js';
import { named } from '../reply.js';
import { Type } from '../shape/type.js';

export const KeyCheck = named(
  'KeyCheck',
  {
    type: Type.Literal('success', { description: 'The key works' }),
    livemode: Type.Boolean({ description: 'true for a live key' }),
    mode_key: Type.Boolean({ description: 'The same as `livemode`' }),
    message: Type.Literal('ok', { description: 'The key works' }),
    code: Type.Literal(200, { description: 'The HTTP status' }),
  },
  { description: 'Whether a key works, and in which mode' },
);

export function renderKeyCheck(mode: Mode): Static<typeof KeyCheck> {
  return { type: 'success', livemode: isLive(mode), mode_key: isLive(mode), message: 'ok', code: 200 };
}
