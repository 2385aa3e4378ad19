// The stylesheet and the script of the dashboard. Every section may add one stylesheet of its own to the list.
import { type Asset, scriptAsset, styleAsset } from '../../ui/asset.js';

export const DASHBOARD_STYLE: Asset = styleAsset('dashboard', [
  'dashboard/frame/frame.css',
  'dashboard/frame/menu.css',
  'dashboard/ui/parts.css',
  'dashboard/ui/tables.css',
  'dashboard/ui/forms.css',
  'dashboard/ui/source.css',
  'dashboard/people/people.css',
  'dashboard/settings/settings.css',
  'dashboard/orders/orders.css',
  'dashboard/home/home.css',
  'dashboard/money/money.css',
  'dashboard/news/news.css',
  'dashboard/ui/desk.css',
]);
export const DASHBOARD_SCRIPT: Asset = scriptAsset('dashboard', [], 'dashboard/frame/dashboard.js');
