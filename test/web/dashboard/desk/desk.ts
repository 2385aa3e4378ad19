// A desk for tests: a service with live and test money, somebody signed in at the operator's desk, and its forms.
import assert from 'node:assert/strict';
import type { Reply, TestService } from '../../../support/service.js';
import { startPayService } from '../../fixtures.js';
import { OPERATOR_TOKEN, signIn } from '../sign-in.js';

export async function startDesk(env: Readonly<Record<string, string>> = {}) {
  const service = await startPayService({ COBRO_OPERATOR_TOKEN: OPERATOR_TOKEN, ...env });
  return { service, desk: await openDesk(service) };
}

export async function openDesk(service: TestService) {
  const session = await signIn(service, OPERATOR_TOKEN);
  return {
    ...session,
    /** Sends the form of a page with this action, as the page gives it, with some fields filled in. */
    async submit(page: string, action: string, fields: Readonly<Record<string, string>> = {}): Promise<Reply> {
      const shown = await session.get(page);
      assert.equal(shown.status, 200, shown.text);
      return session.post(action, fieldsOf(shown, `/dashboard/desk${action}`, fields));
    },
  };
}

/** What a browser would send of a form: its hidden fields, its values, and what is typed into it. */
export function fieldsOf(
  { text }: Pick<Reply, 'text'>,
  action: string,
  typed: Readonly<Record<string, string>>,
): string {
  const forms = text.split('<form ').slice(1);
  const form = forms.find((one) => one.includes(`action="${action}"`) && one.includes('method="post"'));
  assert.ok(form !== undefined, `there is no form for ${action}`);
  const [inside = ''] = form.split('</form>');
  const inputs = [...inside.matchAll(/<input[^>]*>/g)]
    .map(([input]) => input)
    .filter((input) => !/type="(checkbox|file)"/.test(input) || / checked/.test(input));
  const shown = inputs.map((input): [string, string] => [
    /name="([^"]*)"/.exec(input)?.[1] ?? '',
    plainText(/value="([^"]*)"/.exec(input)?.[1] ?? ''),
  ]);
  const selects = [...inside.matchAll(/<select name="([^"]*)"[\s\S]*?<\/select>/g)].map(
    ([select, name = '']): [string, string] => [
      name,
      /<option[^>]*selected[^>]*value="([^"]*)"|<option[^>]*value="([^"]*)"[^>]*selected/
        .exec(select)
        ?.slice(1)
        .find((one) => one !== undefined) ??
        /<option[^>]*value="([^"]*)"/.exec(select)?.[1] ??
        '',
    ],
  );
  const texts = [...inside.matchAll(/<textarea[^>]*name="([^"]*)"[^>]*>([\s\S]*?)<\/textarea>/g)].map(
    ([, name = '', value = '']): [string, string] => [name, plainText(value)],
  );
  return new URLSearchParams({ ...Object.fromEntries([...shown, ...selects, ...texts]), ...typed }).toString();
}

function plainText(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&quot;', '"').replaceAll('&amp;', '&');
}

/** A form with a file, as browsers send it. */
export function multipart(
  fields: Readonly<Record<string, string>>,
  file: { name: string; text: string | Buffer },
  field = 'file',
) {
  const boundary = '----test-boundary';
  const parts = Object.entries(fields).map(
    ([name, value]) => `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${value}\r\n`,
  );
  const head = `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${file.name}"\r\ncontent-type: text/csv\r\n\r\n`;
  const body = Buffer.concat([
    Buffer.from(parts.join('') + head),
    Buffer.isBuffer(file.text) ? file.text : Buffer.from(file.text),
    Buffer.from(`\r\n--${boundary}--\r\n`),
  ]);
  return { body, headers: { 'content-type': `multipart/form-data; boundary=${boundary}` } };
}

export async function auditLines(service: TestService, action: string) {
  return service.deps.db.query<{ actor: string; subject: string; details: string }>({
    text: 'select actor, subject, details from audit_log where action = $1 order by sequence desc limit 20',
    values: [action],
  });
}
