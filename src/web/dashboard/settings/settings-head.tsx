// What all pages of settings have above them: the title and the tabs.
import type { Frame } from '../frame/frame.js';
import { PageHead, Tabs } from '../ui/parts.js';
import { SETTINGS_TABS, type SettingsTab } from './text-types.js';
import { SETTINGS_TEXTS } from './texts.js';

export function SettingsHead({ frame, tab }: { readonly frame: Frame; readonly tab: SettingsTab }) {
  const texts = SETTINGS_TEXTS[frame.language];
  return (
    <>
      <PageHead title={texts.title} />
      <p class="soft">{texts.both}</p>
      <Tabs
        label={texts.tabsName}
        tabs={SETTINGS_TABS.map((one) => ({
          name: texts.tabs[one],
          href: `${frame.path}/settings/${one}`,
          isHere: one === tab,
        }))}
      />
    </>
  );
}
