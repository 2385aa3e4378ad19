// cobro account brand: shows or sets the colour and the logo that a merchant's customers see, and how they reach the shop.
import { readFileSync } from 'node:fs';
import type { Command } from 'commander';
import { checkedPicture, writePicture } from '../../actions/accounts/checked-picture.js';
import { requireAccount } from '../../actions/accounts/require-account.js';
import type { Brand, ContactField, PictureText } from '../../domain/accounts/brand.js';
import { OperatorError } from '../../errors/operator-error.js';
import { findBrand } from '../../store/accounts/brands.js';
import { actAtTerminal } from '../act.js';
import type { CommandContext } from '../context.js';
import { printOne } from '../output.js';

type BrandOptions = { colour?: string | false; logo?: string | false; json?: boolean } & Partial<
  Record<ContactField, string>
>;

export function addBrand(command: Command, withService: CommandContext['withService']): void {
  command
    .command('brand')
    .description('the colour and the logo on the pages of a merchant’s customers')
    .argument('<id>')
    .option('--colour <colour>', 'such as #0b5563; the pages derive readable shades from any colour')
    .option('--no-colour', 'our colour again')
    .option('--logo <file>', 'a PNG or JPEG of up to 100 KB')
    .option('--no-logo', 'the name alone again')
    .option('--phone <number>', 'where customers call the shop; "" for none, also of the next three')
    .option('--whatsapp <number>', 'where they write to it')
    .option('--email <address>', 'its e-mail address')
    .option('--website <address>', 'its own pages')
    .action((id: string, options: BrandOptions) =>
      withService(async (deps) => {
        const { colour, logo, phone, whatsapp, email, website } = options;
        const contact = { phone, whatsapp, email, website };
        if ([colour, logo, ...Object.values(contact)].every((option) => option === undefined)) {
          const account = await requireAccount(deps, id);
          return printOne(brandLine(await findBrand(deps.db, account.id)), options);
        }
        const act = {
          kind: 'brand.set',
          accountId: id,
          colour: colour === false ? null : colour,
          logo: logo === undefined ? undefined : logo === false ? null : await drawn(logo),
          contact,
        } as const;
        const done = await actAtTerminal(deps, act, options);
        if (done !== null) printOne(brandLine(done.result), options);
      }),
    );
}

async function drawn(name: string): Promise<PictureText> {
  return writePicture(await checkedPicture(readFile(name), 'logo'));
}

function readFile(name: string): Buffer {
  try {
    return readFileSync(name);
  } catch (error) {
    throw new OperatorError(`${name} cannot be read.`, { cause: error });
  }
}

function brandLine({ colour, logo, contact }: Brand) {
  return { colour, logo: logo === null ? null : `${logo.width} x ${logo.height}`, ...contact };
}
