// What the resources are made with: typed calls and lists.
import { type LastResponse, type Told, tell } from './last-response.js';
import { type Listing, listing, type Page } from './listing.js';
import type { CallOptions, ClientSettings, CreateOptions } from './options.js';
import { send } from './send.js';
import type { BodyOf, ItemOf, ListOperation, Operation, QueryOf, ReplyOf } from './types.js';

export type Request<Name extends Operation> = {
  /** Fill the places in the path, in order. */
  readonly ids?: readonly string[] | undefined;
  readonly query?: QueryOf<Name> | undefined;
  readonly body?: BodyOf<Name> | undefined;
  readonly options?: CreateOptions | undefined;
};

export type Client = {
  call<Name extends Operation>(name: Name, request: Request<Name>): Promise<ReplyOf<Name> & Told>;
  list<Name extends ListOperation>(name: Name, request: Request<Name>): Listing<ItemOf<Name>>;
};

export function createClient(settings: ClientSettings): Client {
  return {
    async call<Name extends Operation>(name: Name, request: Request<Name>) {
      const { value, response } = await send<ReplyOf<Name> | Envelope<ReplyOf<Name>>>(settings, name, request);
      return told(withoutEnvelope(value), response);
    },
    list<Name extends ListOperation>(name: Name, request: Request<Name>) {
      // Events call their cursor `after`.
      const parameter = name === 'GET /v1/events' ? 'after' : 'cursor';
      const options = waitingOptions(settings, request.query ?? {}, request.options);
      return listing<ItemOf<Name>>(async (cursor) => {
        const query = { ...request.query, ...(cursor !== undefined && { [parameter]: cursor }) };
        const { value, response } = await send<Page<ItemOf<Name>>>(settings, name, { ...request, query, options });
        return told(value, response);
      });
    },
  };
}

function told<Value>(value: Value, response: LastResponse): Value & Told {
  tell(value, response);
  return value;
}

/** Accounts with an orders envelope get their record inside `data`. */
type Envelope<Value> = { readonly request: number; readonly data: Value };

function withoutEnvelope<Value>(reply: Value | Envelope<Value>): Value {
  return isEnvelope(reply) ? reply.data : reply;
}

function isEnvelope<Value>(reply: Value | Envelope<Value>): reply is Envelope<Value> {
  return typeof reply === 'object' && reply !== null && 'request' in reply && 'data' in reply;
}

/** A call that waits for events may take that much longer. */
function waitingOptions(
  { limits }: ClientSettings,
  query: { readonly wait?: number | undefined },
  options: CallOptions = {},
): CallOptions {
  const waitMs = (query.wait ?? 0) * 1000;
  const { timeoutMs = limits.timeoutMs, totalTimeoutMs = limits.totalTimeoutMs } = options;
  return { ...options, timeoutMs: timeoutMs + waitMs, totalTimeoutMs: totalTimeoutMs + waitMs };
}
