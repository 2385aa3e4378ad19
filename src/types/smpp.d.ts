// The part of the package `smpp` (0.5) that is used here; it ships no types of its own.
declare module 'smpp' {
  import type { EventEmitter } from 'node:events';
  import type { Server as NetServer, Socket } from 'node:net';

  export type Fields = Readonly<Record<string, string | number | Buffer>>;

  export class PDU {
    constructor(command: string, fields?: Fields);
    readonly command: string;
    readonly command_status: number;
    /** The fields of the command. A text comes decoded, with its user data headers, as `short_message`. */
    readonly [field: string]: unknown;
    response(fields?: Fields): PDU;
  }

  export class Session extends EventEmitter {
    constructor(options: { readonly socket: Socket });
    readonly socket: Socket;
    /** False when the socket takes no more; `onResponse` is never called when the socket closes before the answer. */
    send(pdu: PDU, onResponse?: (response: PDU) => void): boolean;
    destroy(): void;
  }

  type Coder = { match(text: string): boolean; encode(text: string): Buffer; decode(bytes: Buffer): string };

  const smpp: {
    readonly PDU: typeof PDU;
    readonly Session: typeof Session;
    createServer(onSession: (session: Session) => void): NetServer;
    /** Names of command statuses: ESME_RINVPASWD is 14. */
    readonly errors: Readonly<Record<string, number>>;
    /** `ASCII` is the GSM 03.38 alphabet, one septet to a byte. */
    readonly encodings: { readonly ASCII: Coder; readonly UCS2: Coder };
  };
  export default smpp;
}
