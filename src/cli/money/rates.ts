// cobro rates: the exchange rates of live mode. Test mode uses the shipped table (D24).

import { Command } from 'commander';
import { HOUR_MS } from '../../domain/base/duration.js';
import { CURRENCIES } from '../../domain/base/money.js';
import { parseRate, rateToNumber } from '../../domain/orders/exchange.js';
import { OperatorError } from '../../errors/operator-error.js';
import { latestRates, type StoredRate } from '../../store/money/rates.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { isoTime, printMany, printOne } from '../output.js';

export function ratesCommand({ withDeps, withService }: CommandContext): Command {
  const command = new Command('rates');
  command
    .command('list')
    .description('the newest rate of every currency')
    .action((options: { json?: boolean }) =>
      withDeps(async ({ db, clock, settings }) => {
        const oldest = clock.now() - settings.rateMaxAgeHours * HOUR_MS;
        const rows = (await latestRates(db)).map((rate) => ({ ...rateLine(rate), usable: rate.takenAt >= oldest }));
        printMany(rows, options, 'No rates yet. Set one: npx cobro rates set USD 18.50');
      }),
    );
  command
    .command('set')
    .description('set pesos per unit of a currency, as of now')
    .argument('<currency>', 'USD, EUR or GBP')
    .argument('<rate>', 'pesos per unit, such as 18.50')
    .action((currencyText: string, rateText: string, options: { json?: boolean }) =>
      withService(async (deps) => {
        const currency = CURRENCIES.find((known) => known === currencyText.toUpperCase());
        const millionths = parseRate(rateText);
        if (currency === undefined || currency === 'MXN')
          throw new OperatorError(`${currencyText} must be USD, EUR or GBP.`);
        if (millionths === null)
          throw new OperatorError(`${rateText} must be a number such as 18.50, with at most six decimals.`);
        const act = { kind: 'rate.set', currency, millionths: String(millionths) } as const;
        const done = await actAtTerminal(deps, act, options);
        if (done !== null) printOne(rateLine(done.result), options);
      }),
    );
  return command;
}

function rateLine(rate: StoredRate) {
  return {
    currency: rate.currency,
    rate: rateToNumber(rate.millionths),
    source: rate.source,
    taken_at: isoTime(rate.takenAt),
  };
}
