// One word, one meaning (CONTRIBUTING.md): words that identifiers and files may not have any more, and where.
import type { Rule } from './rule.js';

type Word = { readonly word: RegExp; readonly in: RegExp; readonly instead: string };

/** *Provider* is the word of the wire, and of the command and the route that are named after it. */
const INSIDE = /^src\/(?!wire\/|cli\/|api\/(schemas\/)?providers)/;

const WORDS: readonly Word[] = [
  { word: /(?<!^all)settle/i, in: INSIDE, instead: 'apply, release or statement' },
  { word: /provider/i, in: INSIDE, instead: 'payment point' },
  {
    word: /notice/i,
    in: /^src\/(workers\/engines|store\/webhooks|adapters\/webhook|wire\/webhooks\/webhook)/,
    instead: 'webhook',
  },
  { word: /replay/i, in: /idempotency|\/answer-|create-order|store\/orders\/orders\.ts$/, instead: 'repeat' },
  { word: /^livemode$/i, in: /^src\/(domain(?!\/base\/mode)|actions|memory|workers|adapters)\//, instead: 'mode' },
  { word: /^(utils?|helpers?|misc)$/i, in: /^src\//, instead: 'the name of what it is' },
];

/** Parts of statements are named after what they hold. */
const PICTURES = /\b(told|hooked|happened|walked)\s+as\s+(?:materialized\s*|not\s+materialized\s*)?\(/i;

const FILE_NAME = /(^|[/-])(utils?|helpers?|common|manager|misc|data|info)\.tsx?$/;

export const wordRules: readonly Rule[] = [
  {
    name: 'identifiers have the words of the house',
    over: 'src',
    holds: (source) => {
      const banned = WORDS.filter((one) => one.in.test(source.file));
      // What another file may be called, its users call it, too.
      const imported = source.imports.filter(({ target }) => /\/wire\/|\/providers/.test(target));
      const seen = new Set(imported.flatMap(({ names }) => names));
      return source.all('Identifier', 'JSXIdentifier').flatMap((node) => {
        const name = String(node['name']);
        const wrong = banned.find(({ word }) => word.test(name));
        if (wrong === undefined || seen.has(name)) return [];
        seen.add(name);
        return [`${source.line(node)}: ${name}; the word is ${wrong.instead}`];
      });
    },
    bad: [
      'function settlePayment() {}',
      'src/actions/a.ts | const isSettled = true;',
      'src/web/points/routes.ts | const provider = 1;',
      'type PaymentProvider = string;',
      'src/workers/engines/webhook-engine.ts | sendNotice(x)',
      'src/api/idempotency.ts | const replay = 1;',
      'src/actions/a.ts | const { livemode } = row;',
      'const x = utils.y;',
    ],
    good: [
      'src/wire/points/provider.ts | function renderProvider() {}',
      'src/api/providers.ts | export function providerRoutes() {}',
      'src/api/schemas/providers.ts | const providerSchema = 1;',
      'src/actions/money/receive-notice.ts | receiveNotice(notice)',
      'await Promise.allSettled(list); // settle',
      "const text = 'provider';",
      'src/store/rails/rails.ts | const { livemode } = row;',
      'src/store/webhooks/a.ts | replayDeliveries(x)',
      "src/api/routes.ts | import { providerRoutes } from './providers.js'; providerRoutes();",
      'src/domain/base/mode.ts | export function modeOf(livemode: boolean) {}',
    ],
  },
  {
    name: 'parts of a statement are named after what they hold',
    over: 'src',
    holds: ({ texts }) =>
      texts.flatMap(({ text, line }) => {
        const [, name] = PICTURES.exec(text) ?? [];
        return name === undefined ? [] : [`${line}: ${name}`];
      }),
    bad: ['sql`with told as (select 1)`', 'sql`with a as (select 1), hooked as (\n select 2)`'],
    good: ['sql`with new_events as (select 1)`', "const text = 'as we were told';"],
  },
  {
    name: 'a file is named after what it is',
    over: 'src and packages',
    holds: ({ file }) => (FILE_NAME.test(file) ? ['1: says nothing'] : []),
    bad: ['src/domain/utils.ts | x', 'src/store/order-helpers.ts | x', 'src/web/common.tsx | x'],
    good: ['src/domain/base/money.ts | x', 'packages/embedded-postgres/src/data-folder.ts | x'],
  },
];
