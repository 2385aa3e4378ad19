// The sections of the dashboard, in the order of its menu. An entry is shown if its page exists and its viewer may see
// it; the name of an entry is the path of its page.
import type { MerchantDuty, OperatorDuty } from '../../../domain/people/role.js';
import type { IconName } from '../ui/icon.js';

export const MERCHANT_MENU = [
  { group: 'sales', entries: ['home', 'orders', 'links', 'money', 'messages'] },
  { group: 'development', entries: ['webhooks', 'events', 'requests', 'keys', 'clocks'] },
  { group: 'account', entries: ['settings', 'people', 'points'] },
] as const;

export const OPERATOR_MENU = [
  { group: 'work', entries: ['today', 'inbox', 'approvals', 'transfers', 'reconciliation'] },
  { group: 'service', entries: ['orders', 'payments', 'merchants', 'points', 'rails', 'rates', 'messages'] },
  { group: 'books', entries: ['ledger', 'audit', 'people'] },
] as const;

type Menus = typeof MERCHANT_MENU | typeof OPERATOR_MENU;
export type Group = Menus[number]['group'];
export type Entry = Menus[number]['entries'][number];

export const ENTRY_ICONS: Readonly<Record<Entry, IconName>> = {
  home: 'home',
  orders: 'list',
  links: 'link',
  money: 'coins',
  messages: 'message',
  webhooks: 'bell',
  events: 'pulse',
  requests: 'code',
  keys: 'key',
  clocks: 'clock',
  settings: 'gear',
  people: 'people',
  points: 'shop',
  today: 'home',
  inbox: 'inbox',
  approvals: 'check',
  transfers: 'send',
  reconciliation: 'scales',
  payments: 'coins',
  merchants: 'shop',
  rails: 'rail',
  rates: 'pulse',
  ledger: 'book',
  audit: 'eye',
};

/** A page that the menu can lead to: its path, and the duty that it asks for. */
export type MenuTarget = { readonly url: string; readonly duty: MerchantDuty | OperatorDuty };

export type MenuGroup = { readonly group: Group; readonly entries: readonly Entry[] };

/** What a viewer's menu shows. */
export function menuOf(
  kind: 'merchant' | 'operator',
  targets: readonly MenuTarget[],
  may: (duty: MerchantDuty | OperatorDuty) => boolean,
): MenuGroup[] {
  const menu: readonly MenuGroup[] = kind === 'merchant' ? MERCHANT_MENU : OPERATOR_MENU;
  const isShown = (entry: Entry) => targets.some(({ url, duty }) => url === `/${entry}` && may(duty));
  return menu
    .map(({ group, entries }) => ({ group, entries: entries.filter(isShown) }))
    .filter(({ entries }) => entries.length > 0);
}

export function entryOf(url: string): Entry | null {
  const [, first = ''] = url.split('/');
  const all: readonly Entry[] = [...MERCHANT_MENU, ...OPERATOR_MENU].flatMap(({ entries }) => [...entries]);
  return all.find((entry) => entry === first) ?? null;
}
