// A name server on loopback that never answers: what an attacker would run for the host names of their webhooks.
import { createSocket } from 'node:dgram';
import { once } from 'node:events';

export type NameServer = { readonly settings: Readonly<Record<string, string>>; stop(): Promise<void> };

export async function startNameServer(): Promise<NameServer> {
  const socket = createSocket('udp4').bind(0, '127.0.0.1');
  await once(socket, 'listening');
  return {
    settings: { COBRO_DNS_SERVERS: `127.0.0.1:${socket.address().port}` },
    async stop() {
      socket.close();
      await once(socket, 'close');
    },
  };
}
