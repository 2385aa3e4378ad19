// The health replies for load balancers and orchestrators (D6).
import type { Static } from 'typebox';
import { named } from './reply.js';
import { Type } from './shape/type.js';

export const Healthy = named('Healthy', { status: Type.Literal('ok') });

export const Unhealthy = named('Unhealthy', {
  status: Type.Literal('error'),
  problem: Type.String({ description: 'For the operator' }),
});

export function renderHealthy(): Static<typeof Healthy> {
  return { status: 'ok' };
}

export function renderUnhealthy(problem: string): Static<typeof Unhealthy> {
  return { status: 'error', problem };
}
