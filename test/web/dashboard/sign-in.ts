// Signs in to the dashboard of a test's service.
import assert from 'node:assert/strict';
import type { TestService } from '../../support/service.js';

export const OPERATOR_TOKEN = 'the-token-of-the-operator';
export const FORM = { 'content-type': 'application/x-www-form-urlencoded' };

/** Gives ways to look around and to send forms. Paths are below the pages of the key's mode, or below the desk. */
export async function signIn(service: TestService, key: string) {
  const entered = await service.call('POST', '/dashboard/sign-in', { body: `key=${key}`, headers: FORM });
  assert.equal(entered.status, 303, entered.text);
  const cookie = String(entered.headers['set-cookie']).split(';')[0] ?? '';
  const area = key === OPERATOR_TOKEN ? 'desk' : key.includes('_live_') ? 'live' : 'test';
  const at = (path: string) => `/dashboard/${area}${path}`;
  return {
    cookie,
    start: entered.headers['location'],
    get: (path: string, headers = {}) => service.call('GET', at(path), { headers: { cookie, ...headers } }),
    post: (path: string, form = '', headers = {}) =>
      service.call('POST', at(path), { body: form, headers: { ...FORM, cookie, ...headers } }),
  };
}
