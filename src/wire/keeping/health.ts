// The health replies for load balancers and orchestrators (D6).
import type { Static } from 'typebox';
import { named } from '../reply.js';
import { Type } from '../shape/type.js';

export const Healthy = named(
  'Healthy',
  { status: Type.Literal('ok', { description: 'All is well' }) },
  { description: 'The service can be used' },
);

export const Unhealthy = named(
  'Unhealthy',
  {
    status: Type.Literal('error', { description: 'Something is wrong' }),
    problem: Type.String({ description: 'For the operator' }),
  },
  { description: 'The service cannot be used now' },
);

export function renderHealthy(): Static<typeof Healthy> {
  return { status: 'ok' };
}

export function renderUnhealthy(problem: string): Static<typeof Unhealthy> {
  return { status: 'error', problem };
}
