// Requests as existing libraries and plugins write them, byte for byte, and how they are sent. A file of recorded/ has
// one request after each line `### name`. Places in braces are filled in: keys, ids and lengths differ every time.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { converse } from '../support/raw-http.js';

export type Places = Readonly<Record<string, string | number>>;
export type Answer = {
  readonly status: number;
  readonly text: string;
  // biome-ignore lint/suspicious/noExplicitAny: tests look into answers of every shape.
  readonly json: any;
};

/** The requests of a file by their names. */
export function readRecorded(file: string): ReadonlyMap<string, string> {
  const text = readFileSync(join(PACKAGE_FOLDER, 'test/compat/recorded', `${file}.http`), 'utf8');
  const [, ...parts] = text.split(/^### (.+)\n/m);
  const requests = new Map<string, string>();
  for (let at = 0; at + 1 < parts.length; at += 2) requests.set(parts[at] ?? '', parts[at + 1] ?? '');
  assert.ok(requests.size > 0, `${file} has requests`);
  return requests;
}

/** Sends a request over a connection of its own and takes the answer. */
export async function sendRecorded(port: number, recorded: string, places: Places): Promise<Answer> {
  const { head, body } = written(recorded, { host: `127.0.0.1:${port}`, ...places });
  const talk = converse(port);
  try {
    talk.write(head);
    if (/^expect: 100-continue\r$/im.test(head)) assert.equal((await talk.reply()).status, 100);
    talk.write(body);
    const { status, text } = await talk.reply();
    // One library takes the last line as the body, so there must be no other.
    assert.ok(!text.includes('\n'), 'an answer is one line');
    return { status, text, json: JSON.parse(text) };
  } finally {
    talk.end();
  }
}

/** Names that end in this are sent in the encoding of old Windows programs. */
const WINDOWS = /^X-Recorded-As: windows-1252\n/m;

function written(recorded: string, places: Places): { readonly head: string; readonly body: Buffer } {
  const encoding = WINDOWS.test(recorded) ? 'latin1' : 'utf8';
  const [head = '', ...rest] = recorded.replace(WINDOWS, '').split('\n\n');
  const body = Buffer.from(filled(rest.join('\n\n').trim(), places), encoding);
  return { head: `${filled(head.trim(), { ...places, length: body.length }).replaceAll('\n', '\r\n')}\r\n\r\n`, body };
}

/** `{basic private:public}` is the Base64 of both keys with a colon. */
function filled(text: string, places: Places): string {
  return text
    .replace(/\{basic ([a-z]*):([a-z]*)\}/g, (_, user: string, password: string) =>
      Buffer.from(`${places[user] ?? user}:${places[password] ?? password}`).toString('base64'),
    )
    .replace(/\{([a-z]+)\}/g, (place, name: string) => String(places[name] ?? place));
}
