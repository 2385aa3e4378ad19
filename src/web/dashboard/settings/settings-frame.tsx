// What all pages of settings have: the title and the tabs above, a word to those who may only look, and how to save.
import type { ComponentChildren } from 'preact';
import { type Frame, may } from '../frame/frame.js';
import { renderPage } from '../frame/layout.js';
import { Submit } from '../ui/buttons.js';
import { Callout } from '../ui/parts.js';
import { Tabs } from '../ui/tabs.js';
import { SETTINGS_TEXTS } from './texts.js';

const TABS = ['messages', 'brand', 'policies', 'tax'] as const;

type SettingsPage = {
  readonly tab: (typeof TABS)[number];
  /** The title of the window; that of the tab if nothing else is given. */
  readonly title?: string;
  readonly children: ComponentChildren;
};

export function renderSettings(frame: Frame, { tab, title, children }: SettingsPage): string {
  const texts = SETTINGS_TEXTS[frame.language];
  return renderPage(
    frame,
    { title: title ?? texts.tabs[tab], heading: texts.title },
    <>
      <Tabs
        label={texts.tabsName}
        tabs={TABS.map((one) => ({
          name: texts.tabs[one],
          href: `${frame.path}/settings/${one}`,
          isHere: one === tab,
        }))}
      />
      {!may(frame, 'manage') && <Callout tone="info">{texts.cannot}</Callout>}
      {children}
    </>,
  );
}

/** For those who may change what the form shows. */
export function Save({ frame }: { readonly frame: Frame }) {
  if (!may(frame, 'manage')) return null;
  return <Submit look="main">{SETTINGS_TEXTS[frame.language].save}</Submit>;
}
