// Saved mappings to choose from, beside the form for a file.
import { allFormats } from '../../../actions/transfers/bank-formats.js';
import type { Deps } from '../../../deps.js';
import type { FileUse } from '../../../domain/rails/file-mapping.js';
import { titleOf } from '../../../domain/transfers/bank-format.js';
import type { Frame } from '../frame/frame.js';
import { type Choice, Select } from '../ui/form.js';
import { PREVIEW_TEXTS } from './texts.js';

export async function formatChoices(deps: Deps, uses: readonly FileUse[]): Promise<Choice[]> {
  const formats = await allFormats(deps);
  return formats
    .filter(({ format }) => format.is === 'mapping' && uses.includes(format.mapping.use))
    .map((one) => ({ value: one.name, name: titleOf(one) }));
}

/** Without a saved one there is nothing to choose: the file is Cobro's own CSV. */
export function FormatSelect(props: {
  readonly frame: Frame;
  readonly choices: readonly Choice[];
  /** What no choice means. */
  readonly none: string;
}) {
  const { frame, choices, none } = props;
  if (choices.length === 0) return null;
  return (
    <Select
      name="format"
      label={PREVIEW_TEXTS[frame.language].chooseFormat}
      choices={[{ value: '', name: none }, ...choices]}
    />
  );
}
