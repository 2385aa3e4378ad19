// Who made a request, for the audit log: the key and the address that it came from.
import type { FastifyRequest } from 'fastify';
import { merchantOf } from './request.js';

export function actorOf(request: FastifyRequest): string {
  return `api:${merchantOf(request).keyId}@${request.ip}`;
}
