// Real proxies with the files of deploy/, changed only where a machine differs: addresses, ports and certificates.
import { readFile, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { PACKAGE_FOLDER } from '../../src/paths.js';
import { freePort } from '../support/free-port.js';
import { makeFolder } from '../support/process.js';
import { type Program, startProgram } from '../support/program.js';
import { findProgram } from '../support/programs.js';

export type RealProxy = {
  /** https, with the certificate of test/support/tls. */
  readonly url: string;
  /** Waits until requests are sent to so many nodes. */
  untilNodes(count: number): Promise<boolean>;
  output(): string;
  stop(): Promise<void>;
};

export const TLS_FOLDER = join(PACKAGE_FOLDER, 'test', 'support', 'tls');
const CERTIFICATE = join(TLS_FOLDER, 'server.pem');
const KEY = join(TLS_FOLDER, 'server.key');

/** `ports` are those of the nodes. */
export async function startHaproxy(ports: readonly [number, number]): Promise<RealProxy> {
  const program = findProgram('haproxy');
  const [folder, httpPort, port] = await Promise.all([makeFolder(), freePort(), freePort()]);
  const both = join(folder, 'certificate.pem');
  await writeFile(both, `${await readFile(CERTIFICATE, 'utf8')}\n${await readFile(KEY, 'utf8')}`);
  const socket = join(folder, 'admin.sock');
  const file = await changed(folder, 'haproxy.cfg', [
    ['/run/haproxy/admin.sock', socket],
    ['bind :80 ', `bind 127.0.0.1:${httpPort} `],
    ['bind :443 ', `bind 127.0.0.1:${port} `],
    ['/etc/haproxy/pay.example.com.pem', both],
    ['10.0.0.11:8080', `127.0.0.1:${ports[0]}`],
    ['10.0.0.12:8080', `127.0.0.1:${ports[1]}`],
  ]);
  const running = await startProgram([program, '-f', file, '-db'], () => isListening(port));
  const untilNodes = async (count: number) => (await upServers(socket)) === count;
  return { url: `https://localhost:${port}`, untilNodes, ...asProgram(running) };
}

export async function startNginx(ports: readonly [number, number]): Promise<RealProxy> {
  const program = findProgram('nginx');
  const [folder, httpPort, port] = await Promise.all([makeFolder(), freePort(), freePort()]);
  const file = await changed(folder, 'nginx.conf', [
    ['listen 80;', `listen 127.0.0.1:${httpPort};`],
    ['listen 443 ', `listen 127.0.0.1:${port} `],
    ['/etc/nginx/pay.example.com.pem', CERTIFICATE],
    ['/etc/nginx/pay.example.com.key', KEY],
    ['10.0.0.11:8080', `127.0.0.1:${ports[0]}`],
    ['10.0.0.12:8080', `127.0.0.1:${ports[1]}`],
  ]);
  const main = join(folder, 'main.conf');
  await writeFile(
    main,
    `daemon off; pid ${folder}/nginx.pid; error_log stderr; events {} http { access_log off; include ${file}; }\n`,
  );
  const running = await startProgram([program, '-p', folder, '-c', main], () => isListening(port));
  // It asks no node, and tells nobody which it uses; one that was refused is tried again before the next one stops.
  return { url: `https://localhost:${port}`, untilNodes: async () => true, ...asProgram(running) };
}

export async function startCaddy(ports: readonly [number, number]): Promise<RealProxy> {
  const program = findProgram('caddy');
  const [folder, httpPort, port] = await Promise.all([makeFolder(), freePort(), freePort()]);
  const nodes = ports.map((node) => `127.0.0.1:${node}`).join(' ');
  const file = await changed(folder, 'Caddyfile', [
    [
      '{$DOMAIN} {',
      `{\n\tadmin off\n\thttp_port ${httpPort}\n}\n\nhttps://localhost:${port} {\n\ttls ${CERTIFICATE} ${KEY}`,
    ],
    ['{$NODES}', nodes],
  ]);
  const running = await startProgram([program, 'run', '--adapter', 'caddyfile', '--config', file], () =>
    isListening(port),
  );
  // It tells nobody what its checks have found; a node that is ready is in use a second later.
  const untilNodes = async () => {
    const replies = await Promise.all(ports.map((node) => fetch(`http://127.0.0.1:${node}/health/ready`)));
    await sleep(CADDY_CHECKS_MS);
    return replies.every(({ ok }) => ok);
  };
  return { url: `https://localhost:${port}`, untilNodes, ...asProgram(running) };
}

const CADDY_CHECKS_MS = 1_500;

const asProgram = ({ output, stop }: Program) => ({ output, stop });

/** Writes the shipped file with some words replaced; each of them must be in it. */
async function changed(folder: string, name: string, words: readonly (readonly [string, string])[]): Promise<string> {
  let text = await readFile(join(PACKAGE_FOLDER, 'deploy', name), 'utf8');
  for (const [shipped, own] of words) {
    if (!text.includes(shipped)) throw new Error(`deploy/${name} has no ${shipped}`);
    text = text.replaceAll(shipped, own);
  }
  const file = join(folder, name);
  await writeFile(file, text);
  return file;
}

function isListening(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve(true);
    });
    socket.on('error', () => resolve(false));
  });
}

/** How many servers HAProxy's checks have found to be up. */
async function upServers(socket: string): Promise<number> {
  const text = await new Promise<string>((resolve, reject) => {
    let answer = '';
    connect(socket, function (this: unknown) {
      (this as ReturnType<typeof connect>).write('show stat\n');
    })
      .on('data', (chunk) => {
        answer += chunk;
      })
      .on('end', () => resolve(answer))
      .on('error', reject);
  });
  const lines = text.split('\n').filter((line) => /^cobro,(one|two),/.test(line));
  // "UP 1/2" is one that was down and has answered once.
  return lines.filter((line) => line.split(',')[17] === 'UP').length;
}
