// Forms with a file (multipart/form-data, RFC 7578), as browsers send them. A field becomes its text, and a file the text
// that it contains, with its name beside it: `list` and `list_name`.
import { isUtf8 } from 'node:buffer';
import type { FastifyRequest } from 'fastify';
import { AppError } from '../errors.js';
import type { JsonObject } from '../wire/json.js';
import { rawBody } from './body.js';

const MOST_PARTS = 50;
const END_OF_HEAD = '\r\n\r\n';
const WINDOWS_1252 = new TextDecoder('windows-1252');

export function isUpload({ headers }: Pick<FastifyRequest, 'headers'>): boolean {
  return /^multipart\/form-data\b/i.test(headers['content-type'] ?? '');
}

export function readUpload(request: FastifyRequest): JsonObject {
  const [, quoted, plain] =
    /boundary=(?:"([^"]{1,70})"|([^\s;"]{1,70}))/i.exec(request.headers['content-type'] ?? '') ?? [];
  const boundary = quoted ?? plain;
  if (boundary === undefined) throw new AppError('malformed_body', { problem: 'has no boundary' });
  const fields = partsOf(rawBody(request), `--${boundary}`).flatMap(fieldsOf);
  return Object.fromEntries(fields);
}

/** Each part begins after a boundary and ends with the line end before the next one. */
function partsOf(body: Buffer, boundary: string): Buffer[] {
  const parts: Buffer[] = [];
  let start = body.indexOf(boundary);
  while (start >= 0) {
    const from = start + boundary.length;
    const next = body.indexOf(`\r\n${boundary}`, from);
    if (next < 0 || body.subarray(from, from + 2).toString() === '--') break;
    if (parts.length === MOST_PARTS)
      throw new AppError('malformed_body', { problem: `has more than ${MOST_PARTS} fields` });
    parts.push(body.subarray(from + 2, next));
    start = next + 2;
  }
  return parts;
}

function fieldsOf(part: Buffer): [string, string][] {
  const head = part.indexOf(END_OF_HEAD);
  if (head < 0) throw new AppError('malformed_body', { problem: 'has a field without a name' });
  const disposition = decode(part.subarray(0, head));
  const name = parameter(disposition, 'name');
  if (name === null) throw new AppError('malformed_body', { problem: 'has a field without a name' });
  const text = decode(part.subarray(head + END_OF_HEAD.length));
  const fileName = parameter(disposition, 'filename');
  return fileName === null
    ? [[name, text]]
    : [
        [name, text],
        [`${name}_name`, fileName],
      ];
}

/** Browsers write a quote in a name as %22. */
function parameter(disposition: string, name: string): string | null {
  const [, value] = new RegExp(`[;\\s]${name}="([^"]*)"`, 'i').exec(disposition) ?? [];
  return value === undefined ? null : value.replaceAll('%22', '"');
}

/** Banks' programs write the encoding of Windows. */
function decode(bytes: Buffer): string {
  return isUtf8(bytes) ? bytes.toString('utf8') : WINDOWS_1252.decode(bytes);
}
