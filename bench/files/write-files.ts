// Files of so many lines as rails and banks write them, and our payments of that day: all lines but each hundredth, and as many that
// no file has.
import { createWriteStream } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import type { Db } from '../../src/store/db.js';
import { sql } from '../../src/store/sql.js';

const DAY = '20261116';
const PAID_AT = Date.parse('2026-11-16T18:00:00Z');
const CLABE = '646180123400000004';
/** In centavos. */
const AMOUNT = 15_000n;

export const MAPPING = {
  is: 'mapping',
  title: 'Bench',
  use: 'statement',
  file: 'csv',
  columns: { day: 'day', amount: 'amount', balance: 'balance', text: 'text' },
};

const decimal = (centavos: bigint) => `${centavos / 100n}.${String(centavos % 100n).padStart(2, '0')}`;
const comma = (centavos: bigint) => decimal(centavos).replace('.', ',');
const camtMoney = (centavos: bigint) => `<Amt Ccy="MXN">${decimal(centavos)}</Amt><CdtDbtInd>CRDT</CdtDbtInd>`;
const camtBalance = (code: string, centavos: bigint) =>
  `<Bal><Tp><CdOrPrtry><Cd>${code}</Cd></CdOrPrtry></Tp>${camtMoney(centavos)}<Dt><Dt>2026-11-16</Dt></Dt></Bal>`;

type Form = {
  head(sum: bigint): string;
  line(key: string, at: bigint): string;
  end(sum: bigint): string;
};

export const FORMS: Readonly<Record<'list' | 'mt940' | 'camt053' | 'table', Form>> = {
  list: {
    head: () =>
      'claveRastreo,fechaOperacion,institucionOrdenante,cuentaBeneficiario,monto,cuentaOrdenante,nombreOrdenante,tsLiquidacion\n',
    line: (key) => `${key},${DAY},40012,${CLABE},${decimal(AMOUNT)},012180015025335996,ANA ROBLES PAZ,${PAID_AT}\n`,
    end: () => '',
  },
  mt940: {
    head: () => ':20:X\n:25:0021\n:60F:C261116MXN0,00\n',
    line: (key) => `:61:261116C${comma(AMOUNT)}NTRFNONREF\n:86:SPEI RECIBIDO ${key}\n`,
    end: (sum) => `:62F:C261116MXN${comma(sum)}\n-\n`,
  },
  camt053: {
    head: (sum) =>
      `<?xml version="1.0" encoding="UTF-8"?><Document xmlns="urn:iso:std:iso:20022:tech:xsd:camt.053.001.08"><BkToCstmrStmt><Stmt>
<Acct><Id><Othr><Id>0021</Id></Othr></Id><Ccy>MXN</Ccy></Acct>${camtBalance('OPBD', 0n)}${camtBalance('CLBD', sum)}\n`,
    line: (key) =>
      `<Ntry>${camtMoney(AMOUNT)}<Sts><Cd>BOOK</Cd></Sts><BookgDt><Dt>2026-11-16</Dt></BookgDt><NtryDtls><TxDtls><Refs><EndToEndId>${key}</EndToEndId></Refs><RmtInf><Ustrd>SPEI RECIBIDO</Ustrd></RmtInf></TxDtls></NtryDtls></Ntry>\n`,
    end: () => '</Stmt></BkToCstmrStmt></Document>\n',
  },
  table: {
    head: () => 'day,amount,balance,text\n',
    line: (key, at) => `${DAY},${decimal(AMOUNT)},${decimal(at * AMOUNT)},SPEI RECIBIDO ${key}\n`,
    end: () => '',
  },
};

const keyOf = (at: number) => `BENCH${String(at).padStart(12, '0')}`;

export async function writeForm(folder: string, form: keyof typeof FORMS, count: number): Promise<string> {
  const { head, line, end } = FORMS[form];
  const sum = BigInt(count) * AMOUNT;
  const file = join(folder, form);
  const text = function* () {
    yield head(sum);
    for (let at = 1; at <= count; at += 1_000) {
      const last = Math.min(count, at + 999);
      yield Array.from({ length: last - at + 1 }, (_, place) => line(keyOf(at + place), BigInt(at + place))).join('');
    }
    yield end(sum);
  };
  await pipeline(Readable.from(text()), createWriteStream(file));
  return file;
}

/** Payments of nobody: comparing asks only what the bank said of them. */
export async function fillPayments(db: Db, count: number): Promise<void> {
  const most = 100_000;
  for (let from = 1; from <= count; from += most)
    await db.query(sql`
      insert into payments (id, identity, kind, livemode, network, tracking_key, destination, payer_name, payer_account, amount,
        unmatched, key_day, paid_at, received_at, updated_at)
      select (lpad(to_hex(${PAID_AT}::bigint), 12, '0') || substr(md5(key), 1, 20))::uuid,
        sha256(convert_to('["spei",false,"' || key || '","' || ${DAY} || '","' || ${CLABE} || '","' || ${String(AMOUNT)} || '"]', 'UTF8')),
        'spei', false, '40012', key, ${CLABE}, 'ANA ROBLES PAZ', '012180015025335996', ${AMOUNT}::bigint, ${AMOUNT}::bigint, ${DAY},
        ${new Date(PAID_AT)}, ${new Date(PAID_AT)}, ${new Date(PAID_AT)}
      from (
        select case when place % 100 = 0 then 'OURS' else 'BENCH' end || lpad(place::text, 12, '0') as key
        from generate_series(${from}::integer, ${Math.min(count, from + most - 1)}::integer) as place) told`);
}
