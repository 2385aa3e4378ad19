// One format: the columns of a bank's file, or the layout of ours. Who may manage changes it.
import type { Language } from '../../../domain/base/language.js';
import {
  DAY_FORMS,
  DECIMAL_SIGNS,
  DELIMITERS,
  type FileMapping,
  fieldsOf,
} from '../../../domain/rails/file-mapping.js';
import { type NamedFormat, titleOf } from '../../../domain/transfers/bank-format.js';
import type { BankLayout } from '../../../domain/transfers/bank-layout.js';
import { AppError } from '../../../errors/errors.js';
import { writeBankFile } from '../../../wire/transfers/bank-file.js';
import { writeFormat } from '../../../wire/transfers/bank-format.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { AskForm, Submit } from '../ui/buttons.js';
import { Field, Form, Hidden, LongField, Select } from '../ui/form.js';
import { Callout, Card, Time } from '../ui/parts.js';
import { Source } from '../ui/source.js';
import { Table } from '../ui/table.js';
import { columnText, meaningsOf, meaningText, onlyText, wordsText } from './mapping-form.js';
import { FIELD_HINTS, FIELD_TEXTS, FORMATS_TEXTS, OWN_TEXTS, useText } from './texts.js';
import { type Tried, TriedCards } from './try-format.js';

export function renderFormatPage(frame: Frame, one: NamedFormat, tried: Tried | null = null): string {
  const texts = FORMATS_TEXTS[frame.language];
  const { name, format, set } = one;
  const isNew = name === '';
  return renderPage(
    frame,
    {
      title: texts.title,
      heading: isNew ? texts.add : titleOf(one),
      back: { href: `${frame.path}/formats`, name: texts.title },
    },
    <>
      <p class="soft">
        {format.is === 'mapping' ? useText(format.mapping.use, frame.language) : texts.transfers}
        {!isNew && <> · {set === null ? texts.shipped : <Time at={set.at} language={frame.language} />}</>}
      </p>
      {tried !== null && <TriedCards frame={frame} tried={tried} />}
      {format.is === 'layout' && <Callout tone="wait">{texts.unverified}</Callout>}
      <Card>
        {may(frame, 'manage') ? (
          <Form frame={frame} action={`/formats/${isNew ? 'new' : name}`} class="fields columns" takes="file">
            <Hidden name="seen" value={seenOf(one)} />
            {format.is === 'mapping' ? (
              <MappingFields frame={frame} mapping={format.mapping} isNew={isNew} isTried={tried !== null} />
            ) : (
              <LayoutFields frame={frame} layout={format.layout} />
            )}
            <div class="row whole">
              <Submit look={format.is === 'layout' || !isNew || tried !== null ? 'main' : undefined}>
                {texts.save}
              </Submit>
            </div>
          </Form>
        ) : (
          <pre class="wrapped">{JSON.stringify(writeFormat(format), null, 2)}</pre>
        )}
      </Card>
      {format.is === 'layout' && (
        <Card>
          <Source name={texts.example} text={exampleOf(format.layout)} look="exact" />
          <Places frame={frame} layout={format.layout} />
          {Object.values(format.layout.own).some((value) => value === '') && <p class="soft">{texts.emptyOwn}</p>}
        </Card>
      )}
      {may(frame, 'manage') && set !== null && (
        <AskForm frame={frame} action={`/formats/${name}/remove`} label={texts.remove}>
          <Hidden name="seen" value={seenOf(one)} />
          <p>{texts.removeText}</p>
          <Submit look="danger">{texts.remove}</Submit>
        </AskForm>
      )}
    </>,
  );
}

/** A transfer of a peso as the bank would get it, with zeros where the operator's own details lack. */
function exampleOf(layout: BankLayout): string {
  const own = Object.fromEntries(Object.entries(layout.own).map(([name, value]) => [name, value || '0000000000']));
  const destination = { clabe: '646180157000000004', holder: 'La Favorita', bank: 'STP' };
  const lines = [{ id: EXAMPLE_ID, amount: 100n, reason: 'payout', destination, coins: null }] as const;
  try {
    const file = writeBankFile({ ...layout, own }, { number: 1, madeAt: 0, lines });
    return new TextDecoder(layout.encoding).decode(file);
  } catch (error) {
    if (error instanceof AppError) return '–'; // nothing fits into it
    throw error;
  }
}

const EXAMPLE_ID = '00000000-0000-7000-8000-000000000001';

/** Where each field of a line stands in the example, as manuals of banks say it. */
function Places({ frame: { language }, layout }: { readonly frame: Frame; readonly layout: BankLayout }) {
  const texts = FORMATS_TEXTS[language];
  const { delimiter, hasHeading, header, lineEnd } = layout;
  const line = exampleOf(layout).split(lineEnd)[Number(hasHeading) + Math.min(header.length, 1)] ?? '';
  let end = 0;
  const rows = layout.line.map(({ is, text, width }, at) => {
    const start = end;
    end += width;
    const [place, value] =
      delimiter === ''
        ? [width === 1 ? end : `${start + 1}–${end}`, line.slice(start, end)]
        : [at + 1, line.split(delimiter)[at]];
    const name = is === 'own' ? OWN_TEXTS[text] : FIELD_TEXTS[is === 'text' ? 'constant' : is];
    return {
      key: String(at),
      cells: [name?.[language] ?? text, place, <Padded key="" text={value ?? ''} language={language} />],
    };
  });
  const columns = [
    { name: texts.field, corner: 'top-left' },
    { name: delimiter === '' ? texts.places : texts.place, corner: 'day', isCalled: true },
    { name: texts.value, corner: 'below' },
  ] as const;
  return <Table label={texts.example} columns={columns} rows={rows} none="" />;
}

/** The blanks that fill a field up are counted: nobody sees them. */
function Padded({ text, language }: { readonly text: string; readonly language: Language }) {
  const texts = FORMATS_TEXTS[language];
  const [told, before] = [text.trim(), text.length - text.trimStart().length];
  const after = text.length - before - told.length;
  return (
    <>
      {before > 0 && <span class="soft">{texts.spaces(before)}</span>}
      {before > 0 && told !== '' && ' · '}
      <code class="exact">{told}</code>
      {after > 0 && <span class="soft"> · {texts.spaces(after)}</span>}
    </>
  );
}

/** Which version a page has shown. */
export function seenOf({ set }: NamedFormat): string {
  return String(set?.at ?? '');
}

type MappingProps = {
  readonly frame: Frame;
  readonly mapping: FileMapping;
  readonly isNew: boolean;
  /** Whether what would be read stands above. */
  readonly isTried: boolean;
};

function MappingFields({ frame, mapping, isNew, isTried }: MappingProps) {
  const texts = FORMATS_TEXTS[frame.language];
  const names = <const Value extends string>(values: readonly Value[], named: Readonly<Record<Value, string>>) =>
    values.map((value) => ({ value, name: named[value] }));
  const fields = fieldsOf(mapping.use);
  const columns = Object.keys(fields);
  // Without an amount, or both of its two sides, nothing can be read.
  const isFirst = (name: string) => fields[name]?.is === 'needed' || ['amount', 'credit', 'debit'].includes(name);
  const isOpen = (told: readonly string[]) => frame.sent !== null || told.some((text) => text !== '');
  const columnField = (name: string) => (
    <Field
      key={name}
      name={`column_${name}`}
      label={`${FIELD_TEXTS[name]?.[frame.language] ?? name}${fields[name]?.is === 'needed' ? '' : ` ${texts.notNeeded}`}`}
      hint={name === 'amount' && mapping.use === 'statement' ? texts.amountHint : FIELD_HINTS[name]?.[frame.language]}
      value={columnText(mapping, name)}
      maxLength={200}
    />
  );
  return (
    <>
      <Hidden name="use" value={mapping.use} />
      <Field name="title" label={texts.titleLabel} value={mapping.title} maxLength={100} required />
      <h2>{texts.columns}</h2>
      <p class="hint whole">{texts.columnsHint}</p>
      {columns.filter(isFirst).map((name) => columnField(name))}
      <details open={isOpen(columns.filter((name) => !isFirst(name)).map((name) => columnText(mapping, name)))}>
        <summary>{texts.optional}</summary>
        <div class="fields columns">{columns.filter((name) => !isFirst(name)).map((name) => columnField(name))}</div>
      </details>
      <details open={!isNew || frame.sent !== null}>
        <summary>{texts.written}</summary>
        <div class="fields columns">
          <Select name="file" label={texts.file} value={mapping.file} choices={names(['csv', 'xlsx'], texts.files)} />
          <Select
            name="delimiter"
            label={texts.delimiter}
            value={mapping.delimiter}
            choices={names(DELIMITERS, texts.delimiters)}
          />
          <Field name="sheet" label={texts.sheet} hint={texts.sheetHint} value={mapping.sheet ?? ''} maxLength={100} />
          <Field
            name="above"
            label={texts.above}
            value={String(mapping.above)}
            inputMode="numeric"
            maxLength={3}
            class="sum"
          />
          <Select
            name="days"
            label={texts.days}
            value={mapping.days}
            choices={DAY_FORMS.map((form) => ({
              value: form,
              name: form === 'as is' ? texts.asIs : texts.dayForm(form),
            }))}
          />
          <Select
            name="decimal"
            label={texts.decimal}
            value={mapping.decimal}
            choices={names(DECIMAL_SIGNS, texts.decimals)}
          />
          {mapping.use === 'statement' && (
            <Select
              name="order"
              label={texts.order}
              value={mapping.order}
              choices={names(['oldest first', 'newest first'], texts.orders)}
            />
          )}
        </div>
      </details>
      {meaningsOf(mapping.use).map(({ name, meaning, field }) => (
        <Field
          key={field}
          name={field}
          label={texts.meanings[meaning]}
          hint={texts.meaningsHint}
          value={meaningText(mapping, name, meaning)}
          maxLength={500}
        />
      ))}
      <details open={isOpen([wordsText(mapping), onlyText(mapping)])}>
        <summary>{texts.advanced}</summary>
        <p class="hint">{texts.advancedHint}</p>
        {isNew && <Field name="name" label={texts.name} hint={texts.nameHint} maxLength={40} />}
        <Field name="only" label={texts.only} hint={texts.onlyHint} value={onlyText(mapping)} maxLength={500} />
        <LongField name="words" label={texts.words} hint={texts.wordsHint} value={wordsText(mapping)} rows={3} />
      </details>
      <h2>{texts.sample}</h2>
      <Field
        type="file"
        name="sample"
        label={texts.sampleFile}
        hint={texts.sampleHint}
        accept=".csv,.txt,.xlsx,text/csv"
      />
      <LongField name="text" label={texts.sampleText} rows={2} />
      <div class="whole">
        <Submit asks="try" look={isNew && !isTried ? 'main' : undefined}>
          {texts.tryIt}
        </Submit>
      </div>
      <h2>{texts.keep}</h2>
    </>
  );
}

function LayoutFields({ frame, layout }: { readonly frame: Frame; readonly layout: BankLayout }) {
  const texts = FORMATS_TEXTS[frame.language];
  const text = JSON.stringify(writeFormat({ is: 'layout', layout }), null, 2);
  return (
    <>
      {Object.keys(layout.own).length > 0 && <h2>{texts.own}</h2>}
      {Object.entries(layout.own).map(([name, value]) => (
        <Field
          key={name}
          name={`own_${name}`}
          label={OWN_TEXTS[name]?.[frame.language] ?? name.replaceAll('_', ' ')}
          hint={texts.ownHint}
          value={value}
          maxLength={100}
        />
      ))}
      <details open={frame.sent !== null}>
        <summary>{texts.advanced}</summary>
        <LongField
          name="definition"
          label={texts.definition}
          hint={texts.definitionHint}
          value={text}
          rows={16}
          class="json"
        />
      </details>
    </>
  );
}
