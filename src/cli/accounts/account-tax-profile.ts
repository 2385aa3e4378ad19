// cobro account tax-data: shows or sets what an invoice of our fees must say of a merchant (D88).
import type { Command } from 'commander';
import { requireAccount } from '../../actions/accounts/require-account.js';
import { setTaxProfile } from '../../actions/accounts/set-tax-profile.js';
import type { TaxProfile } from '../../domain/accounts/tax-profile.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findTaxProfile } from '../../store/accounts/tax-profile.js';
import type { CommandContext } from '../context.js';
import { operator } from '../operator.js';
import { printOne } from '../output.js';

type Options = {
  rfc?: string;
  taxName?: string;
  regime?: string;
  postalCode?: string;
  cfdiUse?: string;
  json?: boolean;
};

export function addTaxProfile(command: Command, withDeps: CommandContext['withDeps']): void {
  command
    .command('tax-data')
    .description('show what invoices to a merchant must say, or set it; what is not given stays as it is')
    .argument('<id>')
    .option('--rfc <rfc>', 'RFC')
    .option('--tax-name <name>', 'the name that the tax office has')
    .option('--regime <code>', 'régimen fiscal, such as 601')
    .option('--postal-code <code>', 'of the fiscal address')
    .option('--cfdi-use <code>', 'uso CFDI, such as G03')
    .action((id: string, options: Options) =>
      withDeps(async (deps) => {
        const { id: accountId } = await requireAccount(deps, id);
        const before = await findTaxProfile(deps.db, accountId);
        const { rfc, taxName: name, regime, postalCode, cfdiUse } = options;
        const isShown = [rfc, name, regime, postalCode, cfdiUse].every((one) => one === undefined);
        if (isShown && before === null)
          throw new OperatorError(
            'They are not known yet: set --rfc, --tax-name, --regime, --postal-code and --cfdi-use.',
          );
        const { rfc: oldRfc = '', name: oldName = '', regime: oldRegime = '' } = before ?? {};
        const given = {
          rfc: rfc ?? oldRfc,
          name: name ?? oldName,
          regime: regime ?? oldRegime,
          postalCode: postalCode ?? before?.postalCode ?? '',
          cfdiUse: cfdiUse ?? before?.cfdiUse ?? '',
        };
        const data: TaxProfile = isShown ? given : await setTaxProfile(deps, { accountId, given, actor: operator() });
        printOne({ account: accountId, ...data }, options);
      }),
    );
}
