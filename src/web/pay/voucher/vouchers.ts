// The vouchers of orders, with the merchant's logo.
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { findLogo } from '../../../store/accounts/brands.js';
import { createCustomerPages } from '../customer-pages.js';
import type { PayView } from '../view.js';
import { createBarcodePictures } from './barcode-pictures.js';
import { toVoucher, type Voucher } from './voucher.js';
import { voucherPdf } from './voucher-pdf.js';

type Vouchers = Deps['vouchers'];
type Attachment = Awaited<ReturnType<Vouchers['attach']>>[number];
/** Reads the voucher of an order; null if it can no longer be paid. */
export function createVoucherReader({ db }: Pick<Deps, 'db'>): (view: PayView) => Promise<Voucher | null> {
  return async (view) => {
    const { payment, brand } = view;
    if (payment === null) return null;
    const logo = brand.logo === null ? null : await findLogo(db, brand.logo.digest);
    return toVoucher(
      { ...view, payment },
      logo === null || brand.logo === null ? null : { ...brand.logo, bytes: logo },
    );
  };
}

/** For e-mails: the bar code to be shown in the message, and the voucher as a PDF. */
export function createVouchers(deps: Parameters<typeof createCustomerPages>[0]): Vouchers {
  const pages = createCustomerPages(deps);
  const voucherOf = createVoucherReader(deps);
  const bars = createBarcodePictures();
  return {
    async attach({ uuid, folio }, language) {
      const view = await pages.viewOrder(formatOrderId(uuid), language);
      const voucher = view === null ? null : await voucherOf(view);
      if (view === null || voucher === null) return [];
      const barcode = view.payment?.barcode ?? null;
      const inline: Attachment[] =
        barcode === null
          ? []
          : [{ name: 'barcode.png', type: 'image/png', bytes: await bars.draw(barcode), shownAs: 'barcode' }];
      const pdf = { name: `${folio}.pdf`, type: 'application/pdf', bytes: await voucherPdf(voucher), shownAs: null };
      return [...inline, pdf];
    },
  };
}
