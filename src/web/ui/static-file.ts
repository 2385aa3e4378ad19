// Files that never change while the process runs: one copy of their bytes, compressed once, serves every request. A
// large one is written in pieces, so that a slow reader holds little of it and can be told from one that does not read.
// @fastify/static asks the file system at each request and takes twice the time (docs/decisions.md).
import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { GuessLimit } from '../../http/guess-limit.js';

export type StaticFile = {
  readonly headers: Readonly<Record<string, string>>;
  readonly bodies: Readonly<Record<Encoding, Body>>;
};

type Encoding = 'br' | 'gzip' | 'identity';
type Body = { readonly bytes: Buffer; readonly etag: string };

const PIECE_BYTES = 64 * 1024;
/** For the 4 MB of the API reference, level 9 takes four times as long as this one and saves 4 %. */
const BROTLI_LEVEL = 5;

const brotli = promisify(brotliCompress);
const zip = promisify(gzip);

export async function createStaticFile(
  content: string | Buffer,
  headers: Readonly<Record<string, string>>,
): Promise<StaticFile> {
  const bytes = Buffer.from(content);
  const digest = createHash('sha256').update(bytes).digest('base64url').slice(0, 22);
  const params = { [constants.BROTLI_PARAM_QUALITY]: BROTLI_LEVEL, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length };
  const [small, zipped] = await Promise.all([brotli(bytes, { params }), zip(bytes)]);
  return {
    headers,
    bodies: {
      br: { bytes: small, etag: `"${digest}-br"` },
      gzip: { bytes: zipped, etag: `"${digest}-gz"` },
      identity: { bytes, etag: `"${digest}"` },
    },
  };
}

/** The body of a large file counts as several requests, one for each piece. */
export async function sendStaticFile(
  strangers: GuessLimit,
  request: FastifyRequest,
  reply: FastifyReply,
  file: StaticFile,
): Promise<FastifyReply> {
  const encoding = chooseEncoding(request.headers['accept-encoding']);
  const { bytes, etag } = file.bodies[encoding];
  const isKept = hasTag(request.headers['if-none-match'], etag);
  const isLarge = !isKept && request.method !== 'HEAD' && bytes.length > PIECE_BYTES;
  if (isLarge) await strangers.admit(request, Math.floor(bytes.length / PIECE_BYTES));
  reply.headers({ vary: 'accept-encoding', ...file.headers, etag });
  if (isKept) return reply.code(304).send();
  if (encoding !== 'identity') reply.header('content-encoding', encoding);
  reply.header('content-length', bytes.length);
  if (!isLarge) return reply.send(bytes); // Fastify sends only the headers of it to HEAD
  return reply.send(Readable.from(piecesOf(bytes), { objectMode: false, highWaterMark: PIECE_BYTES }));
}

function* piecesOf(bytes: Buffer): Generator<Buffer> {
  for (let at = 0; at < bytes.length; at += PIECE_BYTES) yield bytes.subarray(at, at + PIECE_BYTES);
}

function chooseEncoding(header: string | string[] | undefined): Encoding {
  const accepted = new Map<string, boolean>();
  for (const part of String(header ?? '')
    .toLowerCase()
    .split(',')) {
    const [name = '', ...parameters] = part.split(';').map((text) => text.trim());
    accepted.set(name, !parameters.some((text) => /^q=0(\.0*)?$/.test(text)));
  }
  const isAccepted = (name: string) => accepted.get(name) ?? accepted.get('*') ?? false;
  return isAccepted('br') ? 'br' : isAccepted('gzip') ? 'gzip' : 'identity';
}

/** Also a tag that a proxy made weak because it changed the encoding. */
export function hasTag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false;
  return ifNoneMatch.split(',').some((tag) => tag.trim() === '*' || tag.trim().replace(/^W\//, '') === etag);
}
