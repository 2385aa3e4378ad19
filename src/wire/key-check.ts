// The reply that tells existing clients whether a key works, and in which mode (D20).
import type { Static } from 'typebox';
import { isLive, type Mode } from '../domain/mode.js';
import { named } from './reply.js';
import { Type } from './shape/type.js';

export const KeyCheck = named('KeyCheck', {
  type: Type.Literal('success'),
  livemode: Type.Boolean(),
  mode_key: Type.Boolean(),
  message: Type.Literal('ok'),
  code: Type.Literal(200),
});

export function renderKeyCheck(mode: Mode): Static<typeof KeyCheck> {
  return { type: 'success', livemode: isLive(mode), mode_key: isLive(mode), message: 'ok', code: 200 };
}
