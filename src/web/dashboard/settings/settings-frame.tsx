// What all pages of settings have: the title and the tabs above, a word to those who may only look, and how to save.
import type { ComponentChildren } from 'preact';
import type { Frame } from '../frame/frame.js';
import { renderDashboard } from '../frame/layout.js';
import { Submit } from '../ui/form.js';
import { Callout, PageHead, Tabs } from '../ui/parts.js';
import { SETTINGS_TEXTS } from './texts.js';

const TABS = ['messages', 'brand', 'policies', 'tax'] as const;

type SettingsPage = {
  readonly tab: (typeof TABS)[number];
  /** The title of the window; that of the tab if nothing else is given. */
  readonly title?: string;
  readonly canChange: boolean;
  readonly children: ComponentChildren;
};

export function renderSettings(frame: Frame, { tab, title, canChange, children }: SettingsPage): string {
  const texts = SETTINGS_TEXTS[frame.language];
  return renderDashboard(
    frame,
    title ?? texts.tabs[tab],
    <>
      <PageHead title={texts.title} />
      <p class="soft">{texts.both}</p>
      <Tabs
        label={texts.tabsName}
        tabs={TABS.map((one) => ({
          name: texts.tabs[one],
          href: `${frame.path}/settings/${one}`,
          isHere: one === tab,
        }))}
      />
      {!canChange && <Callout tone="info">{texts.cannot}</Callout>}
      {children}
    </>,
  );
}

/** For those who may change what the form shows. */
export function Save({ frame, canChange }: { readonly frame: Frame; readonly canChange: boolean }) {
  if (!canChange) return null;
  return (
    <p>
      <Submit look="main">{SETTINGS_TEXTS[frame.language].save}</Submit>
    </p>
  );
}
