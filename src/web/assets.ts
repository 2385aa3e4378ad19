// Files that pages load, kept for a year by browsers: a changed file has another name.
import { createHash } from 'node:crypto';
import { DASHBOARD_STYLE } from './dashboard/style.js';
import { PAY_SCRIPT } from './pay/pay-script.js';
import { PAY_STYLE } from './pay/pay-style.js';

export type Asset = { readonly path: string; readonly type: string; readonly body: string };

export const PAY_STYLE_ASSET = asset('pay', 'css', 'text/css; charset=utf-8', PAY_STYLE);
export const PAY_SCRIPT_ASSET = asset('pay', 'js', 'text/javascript; charset=utf-8', PAY_SCRIPT);
export const DASHBOARD_STYLE_ASSET = asset('dashboard', 'css', 'text/css; charset=utf-8', DASHBOARD_STYLE);
export const ASSETS: readonly Asset[] = [PAY_STYLE_ASSET, PAY_SCRIPT_ASSET, DASHBOARD_STYLE_ASSET];

function asset(name: string, extension: string, type: string, body: string): Asset {
  const digest = createHash('sha256').update(body).digest('hex').slice(0, 16);
  return { path: `/assets/${name}.${digest}.${extension}`, type, body };
}
