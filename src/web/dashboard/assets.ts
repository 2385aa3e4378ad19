// The stylesheet of the dashboard; it has no script.
import { type Asset, styleAsset } from '../ui/asset.js';

export const DASHBOARD_STYLE: Asset = styleAsset(
  'dashboard',
  ['dashboard.css', 'tables.css', 'forms.css'].map((name) => new URL(name, import.meta.url)),
);
