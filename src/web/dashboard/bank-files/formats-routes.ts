// Formats of banks' files at the desk: what there is, and forms that save one (an act of D81).
import { allFormats, requireFormat } from '../../../actions/transfers/bank-formats.js';
import type { Deps } from '../../../deps.js';
import { FILE_USES, type FileUse, ownMapping } from '../../../domain/rails/file-mapping.js';
import { DEFAULT_RAIL_KIND } from '../../../domain/rails/kinds.js';
import type { BankFormat, NamedFormat } from '../../../domain/transfers/bank-format.js';
import { AppError } from '../../../errors/errors.js';
import { readFormat } from '../../../wire/transfers/bank-format.js';
import { deskActs } from '../act-at-desk.js';
import { Refusal, textIn } from '../refusal.js';
import { LARGEST_FILE, readLines } from '../sent-file.js';
import { requireSeen } from '../ui/desk-parts.js';
import { choiceIn } from '../ui/list-query.js';
import type { OperatorVisit, Page, Visits } from '../visit.js';
import { renderFormatPage, seenOf } from './format-page.js';
import { renderFormatsPage } from './formats-page.js';
import { mappingIn } from './mapping-form.js';
import { previewRoutes } from './preview-routes.js';
import { FORMATS_DONE, FORMATS_TEXTS } from './texts.js';
import { isTry, tryFormat } from './try-format.js';

export function formatsRoutes(visits: Visits, deps: Deps): void {
  const { show } = visits.operator;
  const deskAct = deskActs(visits, deps);
  show('/formats', 'see', async (visit) => renderFormatsPage(visit.frame, await allFormats(deps)));
  const useIn = ({ form, request }: OperatorVisit) =>
    choiceIn({ ...form, ...request.query }, 'use', FILE_USES) ?? DEFAULT_RAIL_KIND;
  const blank: Page<OperatorVisit> = async (visit) => renderFormatPage(visit.frame, newFormat(useIn(visit)));
  show('/formats/new', 'manage', blank);
  deskAct(
    '/formats/new',
    'format.set',
    { page: blank, backTo: '/formats/new', done: FORMATS_DONE.saved, largest: LARGEST_FILE },
    async (visit) => {
      const use = useIn(visit);
      if (isTry(visit)) return tried(visit, newFormat(use));
      const name = textIn(visit, 'name') || shortName(textIn(visit, 'title'));
      const { exists } = FORMATS_TEXTS[visit.frame.language];
      if ((await allFormats(deps)).some((one) => one.name === name)) throw new Refusal(exists, { name: exists });
      const format = await readLines(visit, () => readFormat(mappingIn(visit, use)));
      return { act: { kind: 'format.set', name, format }, to: '/formats' };
    },
  );
  const page: Page<OperatorVisit> = async (visit) => renderFormatPage(visit.frame, await formatOf(deps, visit));
  show('/formats/:name', 'see', page);
  const form = { page, backTo: '/formats/:name' };
  const save = { ...form, done: FORMATS_DONE.saved, largest: LARGEST_FILE };
  deskAct('/formats/:name', 'format.set', save, async (visit) => {
    const known = await formatOf(deps, visit);
    if (isTry(visit)) return tried(visit, known);
    requireSeen(visit, seenOf(known));
    const format = await readLines(visit, () => changed(visit, known.format));
    return { act: { kind: 'format.set', name: known.name, format } };
  });
  deskAct('/formats/:name/remove', 'format.set', { ...form, done: FORMATS_DONE.removed }, async (visit) => {
    const known = await formatOf(deps, visit);
    requireSeen(visit, seenOf(known));
    return { act: { kind: 'format.set', name: known.name, format: null }, to: '/formats' };
  });
  previewRoutes(visits, deps);
}

function shortName(title: string): string {
  const plain = title.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();
  return (
    plain
      .match(/[a-z0-9]+/g)
      ?.join('-')
      .slice(0, 40) ?? ''
  );
}

function newFormat(use: FileUse): NamedFormat {
  const mapping = { ...ownMapping(use), columns: {}, days: 'DD/MM/YYYY', decimal: '.' } as const;
  return { name: '', format: { is: 'mapping', mapping }, set: null };
}

/** The page of the format, with what it reads of a sample. */
async function tried(visit: OperatorVisit, one: NamedFormat): Promise<{ readonly page: string }> {
  if (one.format.is !== 'mapping') throw new AppError('not_found');
  const result = await tryFormat(visit, one.format.mapping.use);
  return { page: renderFormatPage(result.frame, one, result.tried) };
}

function changed(visit: OperatorVisit, known: BankFormat): BankFormat {
  if (known.is === 'mapping') return readFormat(mappingIn(visit, known.mapping.use));
  const { notJson } = FORMATS_TEXTS[visit.frame.language];
  let given: unknown;
  try {
    given = JSON.parse(textIn(visit, 'definition'));
  } catch {
    throw new Refusal(notJson, { definition: notJson });
  }
  const format = readFormat(given);
  if (format.is !== 'layout') throw new AppError('invalid_format', { problem: 'is must be "layout"' });
  // One that was added to the definition has no field of its own yet.
  const own = Object.entries(format.layout.own).map(([name, value]) => {
    const field = `own_${name}`;
    return [name, visit.form[field] === undefined ? value : textIn(visit, field)];
  });
  return { is: 'layout', layout: { ...format.layout, own: Object.fromEntries(own) } };
}

async function formatOf(deps: Deps, { request }: OperatorVisit): Promise<NamedFormat> {
  return requireFormat(deps, request.params['name'] ?? '');
}
