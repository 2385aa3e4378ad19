// Explains why a signature is wrong: tries the mistakes that receivers really make and names the one that fits. Only
// for developers at a terminal, because its comparison is not constant-time.
import { createHmac } from 'node:crypto';

export type Signed = {
  readonly secret: string;
  readonly body: string;
  readonly id: string | undefined;
  readonly timestamp: string | undefined;
  readonly signature: string | undefined;
  readonly toleranceSeconds: number;
  readonly now: number;
};

export type Finding = { readonly check: string; readonly result: 'ok' | 'wrong'; readonly detail: string };

export function diagnose(signed: Signed): Finding[] {
  const missing = (['id', 'timestamp', 'signature'] as const).filter((name) => !signed[name]);
  if (missing.length > 0) {
    const names = missing.map((name) => `webhook-${name}`).join(', ');
    return [wrong('headers', `${names} missing: give the option, or a file with --headers`)];
  }
  const secret = checkSecret(signed.secret);
  const header = checkHeader(signed.signature ?? '');
  const time = checkTime(signed);
  if (secret.result === 'wrong' || header.result === 'wrong') return [secret, header, time];
  return [secret, header, checkSignature(signed), time];
}

/** Reads headers from a file: lines as in HTTP, or a JSON object. Names may have any case. */
export function readHeaders(text: string): Readonly<Record<string, string>> {
  const pairs: [string, string][] = text.trimStart().startsWith('{')
    ? Object.entries(JSON.parse(text) as Record<string, unknown>).map(([name, value]) => [name, String(value)])
    : [...text.matchAll(/^[<> ]*([\w-]+):[ \t]*(.*?)\r?$/gm)].map(([, name = '', value = '']) => [name, value]);
  return Object.fromEntries(pairs.map(([name, value]) => [name.toLowerCase(), value]));
}

function checkSecret(secret: string): Finding {
  const encoded = secret.replace(/^whsec_/, '');
  if (secret !== secret.trim()) return wrong('secret', 'there is white space around it');
  if (encoded === secret) return wrong('secret', 'it does not begin with whsec_: is it a key of the API?');
  const isBase64 = /^[A-Za-z0-9+/]+={0,2}$/.test(encoded) && encoded.length % 4 === 0;
  if (!isBase64) return wrong('secret', 'what follows whsec_ is no base64: it was cut or changed when it was copied');
  return ok('secret', `${Buffer.from(encoded, 'base64').length} bytes`);
}

function checkHeader(signature: string): Finding {
  const parts = signature.split(' ').filter(Boolean);
  const good = parts.filter((part) => /^v1,[A-Za-z0-9+/]{43}=$/.test(part));
  if (good.length > 0) return ok('header', good.length === 1 ? 'one signature' : `${good.length} signatures`);
  if (/^(sha256=)?[0-9a-f]{64}$/i.test(signature)) return wrong('header', 'this is hexadecimal: it must be v1,BASE64');
  if (/^[A-Za-z0-9+/]{43}=$/.test(signature)) return wrong('header', 'v1, is missing at its beginning');
  return wrong('header', 'it must be v1, and 44 characters of base64; several are separated by spaces');
}

function checkTime({ timestamp = '', toleranceSeconds, now }: Signed): Finding {
  if (!/^\d+$/.test(timestamp)) return wrong('timestamp', `${timestamp} is no number of seconds`);
  if (timestamp.length > 11) return wrong('timestamp', 'it is in milliseconds: it must be seconds, as it came');
  const age = Math.round(now / 1000 - Number(timestamp));
  const text = age < 0 ? `${-age} s in the future` : `${age} s old`;
  if (toleranceSeconds > 0 && Math.abs(age) > toleranceSeconds) {
    const advice =
      age < 0 ? 'is your clock right?' : 'a receiver refuses it as a replay; --tolerance 0 leaves this out';
    return wrong('timestamp', `${text}, more than ${toleranceSeconds} s: ${advice}`);
  }
  return ok('timestamp', text);
}

function checkSignature(signed: Signed): Finding {
  const { id = '', timestamp = '', body } = signed;
  const wanted = (signed.signature ?? '').split(' ').map((part) => part.replace(/^v1,/, ''));
  const key = Buffer.from(signed.secret.replace(/^whsec_/, ''), 'base64');
  const fits = (attempt: { key?: Buffer | string; content?: string }) =>
    wanted.includes(
      createHmac('sha256', attempt.key ?? key)
        .update(attempt.content ?? `${id}.${timestamp}.${body}`)
        .digest('base64'),
    );
  if (fits({})) return ok('signature', 'it fits');
  for (const [what, other] of bodyVariants(body)) {
    if (fits({ content: `${id}.${timestamp}.${other}` })) return wrong('signature', `the body was changed: ${what}`);
  }
  const encoded = signed.secret.replace(/^whsec_/, '');
  if (fits({ key: encoded }) || fits({ key: signed.secret }))
    return wrong('signature', 'it was made with the secret as plain text: the key is what whsec_ is the base64 of');
  if (fits({ content: body })) return wrong('signature', 'it was made of the body alone: sign id.timestamp.body');
  if (fits({ content: `${timestamp}.${body}` })) return wrong('signature', 'it was made without the id');
  if (fits({ content: `${timestamp}.${id}.${body}` })) return wrong('signature', 'id and timestamp are swapped');
  return wrong(
    'signature',
    'wrong secret (another endpoint, another mode, or from before a rotation), or body, id or timestamp are not those of one webhook',
  );
}

/** Possible forms of the body before something in between changed it. */
function bodyVariants(body: string): [what: string, before: string][] {
  const variants: [string, string][] = [
    ['something added a line end behind it', body.replace(/\r?\n$/, '')],
    ['something added white space around it', body.trim()],
    ['something added a byte order mark', body.replace(/^\uFEFF/, '')],
    ['something changed its line ends', body.replaceAll('\r\n', '\n')],
  ];
  try {
    const compact = JSON.stringify(JSON.parse(body));
    variants.push(['it was parsed and written again; keep the bytes as they came', compact]);
  } catch {
    // not JSON, so no JSON writer produced it
  }
  return variants.filter(([, before]) => before !== body);
}

function ok(check: string, detail: string): Finding {
  return { check, result: 'ok', detail };
}

function wrong(check: string, detail: string): Finding {
  return { check, result: 'wrong', detail };
}
