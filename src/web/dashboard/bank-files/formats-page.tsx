// The formats of banks' files: those that are saved, and those that ship.
import { FILE_USES } from '../../../domain/rails/file-mapping.js';
import { type NamedFormat, titleOf } from '../../../domain/transfers/bank-format.js';
import { lackingOwn } from '../../../domain/transfers/bank-layout.js';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { Select, Submit } from '../ui/form.js';
import { Card, Code, PageHead, State, Time } from '../ui/parts.js';
import { Table, toRows } from '../ui/table.js';
import { FORMATS_TEXTS, useText } from './texts.js';

export function renderFormatsPage(frame: Frame, formats: readonly NamedFormat[], mayManage: 'yes' | 'no'): string {
  const texts = FORMATS_TEXTS[frame.language];
  const of = (is: NamedFormat['format']['is']) => formats.filter(({ format }) => format.is === is);
  return renderDashboard(
    frame,
    texts.title,
    <>
      <PageHead title={texts.title} />
      <p class="soft">{texts.intro}</p>
      <Card title={texts.incoming}>
        <FormatTable frame={frame} formats={of('mapping')} />
        {mayManage === 'yes' && (
          <form method="get" action={`${frame.path}/formats/new`} class="fields">
            <Select
              name="use"
              label={texts.addFor}
              choices={FILE_USES.map((use) => ({ value: use, name: useText(use, frame.language) }))}
            />
            <Submit>{texts.add}</Submit>
          </form>
        )}
      </Card>
      <Card title={texts.outgoing}>
        <p class="soft">{texts.unverified}</p>
        <FormatTable frame={frame} formats={of('layout')} />
      </Card>
    </>,
  );
}

function FormatTable({ frame, formats }: { readonly frame: Frame; readonly formats: readonly NamedFormat[] }) {
  const texts = FORMATS_TEXTS[frame.language];
  const columns = [
    {
      name: texts.titleField,
      corner: 'top-left' as const,
      cell: (one: NamedFormat) => (
        <>
          <a href={`${frame.path}/formats/${one.name}`}>{titleOf(one)}</a>
          <small>
            <Code>{one.name}</Code>
          </small>
        </>
      ),
    },
    {
      name: texts.of,
      corner: 'bottom-left' as const,
      cell: ({ format }: NamedFormat) =>
        format.is === 'mapping' ? useText(format.mapping.use, frame.language) : texts.transfers,
    },
    {
      name: texts.setBy,
      corner: 'left-out' as const,
      cell: ({ set }: NamedFormat) => (set === null ? texts.shipped : <Time at={set.at} language={frame.language} />),
    },
    {
      name: texts.stateOf,
      corner: 'top-right' as const,
      cell: (one: NamedFormat) => <FormatState frame={frame} one={one} />,
    },
  ];
  return <Table columns={columns} rows={toRows(columns, formats)} none={texts.noMappings} />;
}

function FormatState({ frame, one: { format } }: { readonly frame: Frame; readonly one: NamedFormat }) {
  const texts = FORMATS_TEXTS[frame.language];
  const isReady = format.is === 'mapping' || lackingOwn(format.layout).length === 0;
  return isReady ? <State tone="good">{texts.ready}</State> : <State tone="wait">{texts.notComplete}</State>;
}
