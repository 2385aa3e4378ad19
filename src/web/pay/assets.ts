// The stylesheet and the script of the customer pages.
import { type Asset, scriptAsset, styleAsset } from '../ui/asset.js';
import { formatCountdown, formatNearDay, formatTimeLeft } from './time-left.js';
import { lookAtClabe, looksLikeEmail, looksLikePhone } from './typed.js';

export const PAY_STYLE: Asset = styleAsset('pay', [
  'pay/files/pay.css',
  'pay/files/payment.css',
  'checkout/checkout.css',
  'pay/files/screens.css',
  'pay/files/print.css',
]);
export const PAY_SCRIPT: Asset = scriptAsset(
  'pay',
  [formatTimeLeft, formatNearDay, formatCountdown],
  'pay/files/pay.js',
);
/** Only pages with a form load it. */
export const FORM_SCRIPT: Asset = scriptAsset(
  'forms',
  [lookAtClabe, looksLikeEmail, looksLikePhone],
  'pay/files/forms.js',
);
