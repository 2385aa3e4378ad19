// cobro link: payment links of merchants.
import { Command } from 'commander';
import { createLink, deactivateLink } from '../../actions/links/manage-link.js';
import type { Deps } from '../../deps.js';
import type { PaymentLink } from '../../domain/links/payment-link.js';
import { OperatorError } from '../../errors/operator-error.js';
import { listLinks } from '../../store/links/payment-links.js';
import type { JsonObject } from '../../wire/json.js';
import { CreatePaymentLink, renderPaymentLink, wantedLink } from '../../wire/links/payment-link.js';
import type { Sent } from '../../wire/shape/request.js';
import type { CommandContext } from '../context.js';
import { merchantFor, type ScopeOptions, scoped } from '../merchant.js';
import { operator } from '../operator.js';
import { printMany, printOne } from '../output.js';

type CreateOptions = ScopeOptions & {
  name: string;
  price: string;
  currency?: string;
  orderId?: string;
  image?: string;
  successUrl?: string;
  failedUrl?: string;
  phone?: string;
  expires?: string;
  maxUses?: string;
  extras?: string;
};

const LISTED = 100;

export function linkCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('link').description('payment links of merchants');
  scoped(command.command('create').description('make a payment link and print its address'))
    .requiredOption('--name <text>', 'what the customer buys')
    .requiredOption('--price <amount>', 'such as 350 or 12.50')
    .option('--currency <code>', 'MXN, USD, EUR or GBP (default: MXN)')
    .option('--order-id <id>', "the merchant's own id of what is sold (default: the id of the link)")
    .option('--image <url>', 'a picture of it')
    .option('--success-url <url>', 'where the customer can go once the order is paid')
    .option('--failed-url <url>', 'where the customer can go if the order ends unpaid')
    .option('--phone <wish>', 'whether the page asks for a telephone: none, optional or required')
    .option('--expires <time>', 'until when it can be used, such as 2026-12-24T18:00:00Z')
    .option('--max-uses <number>', 'how many orders it may make (default: no limit)')
    .option('--extras <json>', 'an object that is copied to extras of each order')
    .action((options: CreateOptions) => withService((deps) => create(deps, options)));
  scoped(command.command('list').description(`the newest ${LISTED} payment links of a merchant`)).action(
    (options: ScopeOptions) =>
      withDeps(async (deps) => {
        const { scope } = await merchantFor(deps, options);
        const links = await listLinks(deps.db, scope, { at: null, towards: 'next', limit: LISTED });
        const lines = links.slice(0, LISTED).map((link) => lineOf(deps, link));
        printMany(options.json ? lines : lines.map(shortLine), options, 'No payment links.');
      }),
  );
  scoped(command.command('deactivate').description('nobody can use the link any more').argument('<id>')).action(
    (id: string, options: ScopeOptions) =>
      withService(async (deps) => {
        const { scope } = await merchantFor(deps, options);
        const answered = await deactivateLink(deps, { scope, linkId: id, actor: operator() });
        if (answered.is === 'first') printOne(lineOf(deps, answered.value), options);
      }),
  );
  return command;
}

async function create(deps: Deps, options: CreateOptions): Promise<void> {
  const read = CreatePaymentLink.read(
    {
      order_name: options.name,
      order_price: options.price,
      currency: options.currency,
      order_id: options.orderId,
      image_url: options.image,
      success_url: options.successUrl,
      failed_url: options.failedUrl,
      customer_phone: options.phone,
      expires_at: options.expires === undefined ? undefined : secondsOf(options.expires),
      max_uses: options.maxUses,
      extras: options.extras === undefined ? undefined : objectOf(options.extras),
    } satisfies Sent<typeof CreatePaymentLink>,
    { now: deps.clock.now() },
  );
  const wanted = wantedLink(read);
  const merchant = await merchantFor(deps, options);
  const answered = await createLink(deps, { merchant, wanted, actor: operator(), priceParam: '--price' });
  if (answered.is === 'first') printOne(lineOf(deps, answered.value), options);
}

function lineOf({ settings, clock }: Pick<Deps, 'settings' | 'clock'>, link: PaymentLink) {
  return renderPaymentLink(link, { baseUrl: settings.baseUrl, now: clock.now() });
}

function shortLine(line: ReturnType<typeof lineOf>) {
  const { status, order_name, order_price, currency, uses, max_uses, url } = line;
  return { status, order_name, price: `${order_price} ${currency}`, uses, max_uses, url };
}

function secondsOf(text: string): number {
  const ms = Date.parse(text);
  if (Number.isNaN(ms)) throw new OperatorError(`--expires ${text} is no time: 2026-12-24T18:00:00Z`);
  return Math.floor(ms / 1000);
}

function objectOf(text: string): JsonObject {
  try {
    return JSON.parse(text);
  } catch (error) {
    throw new OperatorError('--extras must be a JSON object, such as \'{"campaign":"spring"}\'.', { cause: error });
  }
}
