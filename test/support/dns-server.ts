// A DNS server on loopback that answers as the test wants: with addresses, with chains of names, slowly, or never.
import dgram from 'node:dgram';
import type { AddressInfo } from 'node:net';
import { isIPv4 } from 'node:net';
import { after } from 'node:test';
import ipaddr from 'ipaddr.js';

export type DnsAnswer =
  | {
      readonly addresses: readonly string[];
      readonly ttl?: number;
      /** Other names on the way to the addresses. */
      readonly aliases?: readonly string[];
      readonly afterMs?: number;
    }
  | 'silence'
  | 'no such name'
  | 'failure';

export type Question = { readonly name: string; readonly family: 4 | 6 };

export type DnsServer = {
  /** For COBRO_DNS_SERVERS. */
  readonly address: string;
  readonly questions: readonly Question[];
  /** How often a name was asked for. */
  asked(name: string): number;
  answer(how: (question: Question) => DnsAnswer): void;
};

const [TYPE_A, TYPE_CNAME, TYPE_AAAA] = [1, 5, 28];

/** Starts one and ends it after the tests of the file. */
export async function startDnsServer(how: (question: Question) => DnsAnswer): Promise<DnsServer> {
  const socket = dgram.createSocket('udp4');
  const questions: Question[] = [];
  let current = how;
  let isClosed = false;
  socket.on('message', (query, from) => {
    const { name, type, end } = readQuestion(query);
    const question: Question = { name, family: type === TYPE_AAAA ? 6 : 4 };
    questions.push(question);
    const answer = current(question);
    if (answer === 'silence') return;
    const bytes = writeReply(query.subarray(0, end), question, answer);
    const delay = typeof answer === 'object' ? (answer.afterMs ?? 0) : 0;
    setTimeout(() => {
      if (!isClosed) socket.send(bytes, from.port, from.address, () => undefined);
    }, delay).unref();
  });
  await new Promise<void>((resolve) => socket.bind(0, '127.0.0.1', resolve));
  after(() => {
    isClosed = true;
    socket.close();
  });
  return {
    address: `127.0.0.1:${(socket.address() as AddressInfo).port}`,
    questions,
    asked: (name) => questions.filter((one) => one.name === name && one.family === 4).length,
    answer: (next) => {
      current = next;
    },
  };
}

function readQuestion(query: Buffer): { name: string; type: number; end: number } {
  const labels: string[] = [];
  let at = 12;
  for (let length = query[at] ?? 0; length > 0; length = query[at] ?? 0) {
    labels.push(query.subarray(at + 1, at + 1 + length).toString('latin1'));
    at += length + 1;
  }
  return { name: labels.join('.').toLowerCase(), type: query.readUInt16BE(at + 1), end: at + 5 };
}

function writeReply(question: Buffer, { name, family }: Question, answer: Exclude<DnsAnswer, 'silence'>): Buffer {
  const head = Buffer.from(question);
  const records = typeof answer === 'object' ? writeRecords(name, family, answer) : [];
  const code = answer === 'no such name' ? 3 : answer === 'failure' ? 2 : 0;
  head.writeUInt16BE(0x8180 | code, 2); // an answer, recursion wanted and available
  head.writeUInt16BE(records.length, 6);
  head.writeUInt16BE(0, 8);
  head.writeUInt16BE(0, 10);
  return Buffer.concat([head, ...records]);
}

function writeRecords(name: string, family: 4 | 6, answer: Extract<DnsAnswer, object>): Buffer[] {
  const { addresses, aliases = [], ttl = 60 } = answer;
  const chain = [name, ...aliases];
  const last = chain.at(-1) ?? name;
  return [
    ...aliases.map((alias, index) => record(chain[index] ?? name, TYPE_CNAME, ttl, writeName(alias))),
    ...addresses
      .filter((address) => isIPv4(address) === (family === 4))
      .map((address) =>
        record(last, family === 4 ? TYPE_A : TYPE_AAAA, ttl, Buffer.from(ipaddr.parse(address).toByteArray())),
      ),
  ];
}

function record(name: string, type: number, ttl: number, content: Buffer): Buffer {
  const fixed = Buffer.alloc(10);
  fixed.writeUInt16BE(type, 0);
  fixed.writeUInt16BE(1, 2);
  fixed.writeUInt32BE(ttl, 4);
  fixed.writeUInt16BE(content.length, 8);
  return Buffer.concat([writeName(name), fixed, content]);
}

function writeName(name: string): Buffer {
  const labels = name.split('.').map((label) => Buffer.concat([Buffer.from([label.length]), Buffer.from(label)]));
  return Buffer.concat([...labels, Buffer.from([0])]);
}
