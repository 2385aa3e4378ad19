// The vouchers of orders, with the pictures that they show: the merchant's logo and the mark of the store.
import type { Deps } from '../../../deps.js';
import { formatOrderId } from '../../../domain/base/identity.js';
import { findLogo } from '../../../store/accounts/brands.js';
import { createPointPictures } from '../../points/point-pictures.js';
import { createCustomerPages } from '../customer-pages.js';
import type { PayView } from '../view.js';
import { createBarcodePictures } from './barcode-pictures.js';
import { toVoucher, type Voucher, type VoucherPictures } from './voucher.js';
import { voucherPdf } from './voucher-pdf.js';

type Vouchers = Deps['vouchers'];
type Attachment = Awaited<ReturnType<Vouchers['attach']>>[number];
type PicturesDeps = Pick<Deps, 'db' | 'points'>;

/** Reads the voucher of an order; null if it can no longer be paid. */
export function createVoucherReader(deps: PicturesDeps): (view: PayView) => Promise<Voucher | null> {
  const markOf = createPointPictures(deps);
  const picturesOf = async ({ brand, pointCode }: PayView): Promise<VoucherPictures> => {
    const logo = brand.logo === null ? null : await findLogo(deps.db, brand.logo.digest);
    const mark = pointCode === null ? null : await markOf(pointCode, 'medium');
    return {
      logo: logo === null || brand.logo === null ? null : { ...brand.logo, bytes: logo },
      mark: mark === null ? null : { bytes: mark.bytes, width: mark.side, height: mark.side },
    };
  };
  return async (view) => {
    const { payment } = view;
    return payment === null ? null : toVoucher({ ...view, payment }, await picturesOf(view));
  };
}

/** For e-mails: the bar code to be shown in the message, and the voucher as a PDF. */
export function createVouchers(deps: Parameters<typeof createCustomerPages>[0] & PicturesDeps): Vouchers {
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
