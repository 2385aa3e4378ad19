// The stylesheet and the script of the dashboard. Every section may add one stylesheet of its own to the list.
import { type Asset, scriptAsset, styleAsset } from '../../ui/asset.js';

const here = (name: string) => new URL(name, import.meta.url);

export const DASHBOARD_STYLE: Asset = styleAsset(
  'dashboard',
  [
    'frame.css',
    'menu.css',
    '../ui/parts.css',
    '../ui/tables.css',
    '../ui/forms.css',
    '../ui/source.css',
    '../people/people.css',
    '../messages/messages.css',
    '../settings/settings.css',
    '../orders/orders.css',
    '../home/home.css',
    '../money/money.css',
    '../ui/desk.css',
  ].map(here),
);
export const DASHBOARD_SCRIPT: Asset = scriptAsset('dashboard', [], here('dashboard.js'));
