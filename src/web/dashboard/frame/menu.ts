// The menu of a visitor: of the sections in sections.ts those whose page they may see.
import type { Both } from '../../../domain/base/in-both.js';
import type { Language } from '../../../domain/base/language.js';
import type { MerchantDuty, OperatorDuty } from '../../../domain/people/role.js';
import type { IconName } from '../ui/icon.js';

/** A page that the menu can lead to: its path, and the duty that it asks for. */
export type MenuTarget = { readonly url: string; readonly duty: MerchantDuty | OperatorDuty };

/** `path` is that of the section's first page, without its slash. */
type Entry<Name> = { readonly path: string; readonly icon: IconName; readonly name: Name };
type Group<Name> = { readonly name: Name; readonly entries: readonly Entry<Name>[] };

/** All of a menu, in both languages. */
export type WholeMenu = readonly Group<Both>[];
/** What a viewer sees of it. */
export type Menu = readonly Group<string>[];

export function menuOf(
  menu: WholeMenu,
  {
    targets,
    may,
    language,
  }: {
    readonly targets: readonly MenuTarget[];
    readonly may: (duty: MenuTarget['duty']) => boolean;
    readonly language: Language;
  },
): Menu {
  const isShown = ({ path }: Entry<Both>) => targets.some(({ url, duty }) => url === `/${path}` && may(duty));
  return menu
    .map(({ name, entries }) => ({
      name: name[language],
      entries: entries.filter(isShown).map(({ path, icon, name: both }) => ({ path, icon, name: both[language] })),
    }))
    .filter(({ entries }) => entries.length > 0);
}

/** The entry of a page; null if no menu leads to its section. */
export function entryOf(menus: readonly WholeMenu[], url: string): string | null {
  const [, first = ''] = url.split('/');
  const isKnown = menus.flat().some(({ entries }) => entries.some(({ path }) => path === first));
  return isKnown ? first : null;
}
