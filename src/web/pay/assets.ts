// The stylesheet and the script of the customer pages.
import { type Asset, scriptAsset, styleAsset } from '../ui/asset.js';
import { formatTimeLeft } from './time-left.js';

const here = (name: string) => new URL(name, import.meta.url);

export const PAY_STYLE: Asset = styleAsset(
  'pay',
  ['files/pay.css', 'files/payment.css', '../checkout/checkout.css', 'files/screens.css', 'files/print.css'].map(here),
);
export const PAY_SCRIPT: Asset = scriptAsset('pay', [formatTimeLeft], here('files/pay.js'));
