// The formats of banks' files: those that are saved, and those that ship.
import { FILE_USES } from '../../../domain/rails/file-mapping.js';
import { type NamedFormat, titleOf } from '../../../domain/transfers/bank-format.js';
import { lackingOwn } from '../../../domain/transfers/bank-layout.js';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { ItemTable } from '../ui/columns.js';
import { Select } from '../ui/form.js';
import { Callout, Card, State } from '../ui/parts.js';
import { FORMATS_TEXTS, useText } from './texts.js';

export function renderFormatsPage(frame: Frame, formats: readonly NamedFormat[]): string {
  const texts = FORMATS_TEXTS[frame.language];
  const of = (is: NamedFormat['format']['is']) => formats.filter(({ format }) => format.is === is);
  return renderPage(
    frame,
    { title: texts.title },
    <>
      {!may(frame, 'manage') && <p class="soft">{texts.intro}</p>}
      <Card title={texts.incoming}>
        <FormatTable frame={frame} formats={of('mapping')} />
        {may(frame, 'manage') && (
          <form method="get" action={`${frame.path}/formats/new`} class="row">
            <Select
              name="use"
              label={texts.addFor}
              class="grow"
              choices={FILE_USES.map((use) => ({ value: use, name: useText(use, frame.language) }))}
            />
            <Submit>{texts.add}</Submit>
          </form>
        )}
      </Card>
      <Card title={texts.outgoing}>
        <Callout tone="wait">{texts.unverified}</Callout>
        <FormatTable frame={frame} formats={of('layout')} />
      </Card>
    </>,
  );
}

function FormatTable({ frame, formats }: { readonly frame: Frame; readonly formats: readonly NamedFormat[] }) {
  const texts = FORMATS_TEXTS[frame.language];
  return (
    <ItemTable
      frame={frame}
      items={formats}
      columns={(column) => [
        column.shown(texts.titleField, 'top-left', (one) => (
          <>
            <a href={`${frame.path}/formats/${one.name}`}>{titleOf(one)}</a>
            {one.format.is === 'mapping' && <small>{useText(one.format.mapping.use, frame.language)}</small>}
          </>
        )),
        column.time(texts.setBy, 'bottom-left', ({ set }) => set?.at ?? null, texts.shipped),
        column.shown(texts.stateOf, 'top-right', (one) => (
          <>
            <FormatState frame={frame} one={one} />
            {one.name === 'control-totals' && <small>{texts.control}</small>}
          </>
        )),
      ]}
      none={texts.noMappings}
    />
  );
}

function FormatState({ frame, one: { format } }: { readonly frame: Frame; readonly one: NamedFormat }) {
  const texts = FORMATS_TEXTS[frame.language];
  const isReady = format.is === 'mapping' || lackingOwn(format.layout).length === 0;
  return isReady ? <State tone="good">{texts.ready}</State> : <State tone="wait">{texts.notComplete}</State>;
}
