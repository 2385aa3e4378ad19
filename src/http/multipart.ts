// Reads a form that carries files (RFC 7578), as browsers send it. The server has bounded its size. The parsers of
// @fastify/multipart and of Node.js were tried: the worst form of 500 KB takes them 100 ms, and 2 ms here
// (docs/decisions.md).
import { AppError } from '../errors/errors.js';
import type { JsonObject } from '../wire/json.js';
import { requireShortLines } from './body.js';

/** The name is what the sender calls the file: only to be shown. */
export type SentFile = { readonly name: string; readonly bytes: Buffer };

export type MultipartForm = {
  readonly fields: JsonObject;
  /** The files that were chosen, by the name of their field. */
  readonly files: Readonly<Record<string, SentFile>>;
};

const MOST_PARTS = 50;
const MOST_HEAD_BYTES = 2_048;
const MOST_NAME_LENGTH = 200;

export function readMultipart(bytes: Buffer, contentType: string | undefined): MultipartForm {
  const boundary = /^multipart\/form-data;\s*boundary="?([\w'()+,./:=?-]{1,70})"?\s*$/i.exec(contentType ?? '')?.[1];
  if (boundary === undefined) throw new AppError('unsupported_media_type');
  const fields: Record<string, string> = Object.create(null);
  const files: Record<string, SentFile> = Object.create(null);
  for (const part of partsOf(bytes, boundary)) {
    const name = /\bname="([\w.-]{1,100})"/i.exec(part.head)?.[1];
    if (name === undefined) throw malformed();
    const fileName = /\bfilename="([^"]*)"/i.exec(part.head)?.[1];
    if (fileName === undefined) fields[name] = part.content.toString('utf8');
    else if (part.content.length > 0) files[name] = { name: shown(fileName), bytes: part.content };
  }
  requireShortLines(fields);
  return { fields, files };
}

/** Browsers write a quote in a name as %22. */
function shown(fileName: string): string {
  return fileName.replaceAll('%22', '"').slice(0, MOST_NAME_LENGTH);
}

function partsOf(bytes: Buffer, boundary: string): { readonly head: string; readonly content: Buffer }[] {
  const line = Buffer.from(`\r\n--${boundary}`);
  // The first line has no end of a line before it.
  const all = Buffer.concat([Buffer.from('\r\n'), bytes]);
  const parts: { head: string; content: Buffer }[] = [];
  let at = all.indexOf(line);
  if (at !== 0) throw malformed();
  for (;;) {
    const start = at + line.length;
    if (all.toString('latin1', start, start + 2) === '--') return parts;
    const next = all.indexOf(line, start);
    const headEnd = all.indexOf('\r\n\r\n', start);
    const isWhole = next !== -1 && headEnd !== -1 && headEnd < next && headEnd - start < MOST_HEAD_BYTES;
    if (!isWhole || parts.length === MOST_PARTS) throw malformed();
    parts.push({ head: all.toString('utf8', start, headEnd), content: all.subarray(headEnd + 4, next) });
    at = next;
  }
}

function malformed(): AppError {
  return new AppError('malformed_body', { problem: 'is no form that a browser sends' });
}
