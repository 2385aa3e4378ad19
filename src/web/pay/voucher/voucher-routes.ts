// GET /pay/{id}/voucher.png and voucher.pdf, only while the order can be paid: a voucher that goes around is paid.
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Deps } from '../../../deps.js';
import type { GuessLimit } from '../../../http/guess-limit.js';
import type { CustomerPages } from '../customer-pages.js';
import { readLanguage } from '../page-reply.js';
import { voucherSchema } from '../schemas.js';
import { createBarcodePictures } from './barcode-pictures.js';
import type { Voucher } from './voucher.js';
import { voucherPdf } from './voucher-pdf.js';
import { drawVoucher, voucherSvg } from './voucher-png.js';
import { layOut } from './voucher-sheet.js';
import { createVoucherReader } from './vouchers.js';

type VoucherRequest = FastifyRequest<{ Params: { id: string } }>;

const HEADERS = {
  // It says what is left to pay, which may change at any time.
  'cache-control': 'no-store',
  'content-security-policy': "default-src 'none'",
  'x-robots-tag': 'noindex',
  'x-content-type-options': 'nosniff',
} as const;
/** Drawing a picture weighs as much as this many other requests of an address, and writing a PDF as much as these. */
const PICTURE_COST = 10;
const PDF_COST = 3;
/** A picture has about 150 KB. */
const MOST_KEPT = 100;

type VoucherState = { readonly pages: CustomerPages; readonly strangers: GuessLimit };

export function voucherRoutes(app: FastifyInstance, deps: Pick<Deps, 'db'>, { pages, strangers }: VoucherState): void {
  const voucherOf = createVoucherReader(deps);
  const pictures = createBarcodePictures(drawVoucher, MOST_KEPT);

  add('png', 'image/png', async (request, voucher) => {
    const svg = voucherSvg(layOut(voucher));
    if (!pictures.isDrawn(svg)) await strangers.admit(request, PICTURE_COST);
    return pictures.draw(svg);
  });
  add('pdf', 'application/pdf', async (request, voucher) => {
    await strangers.admit(request, PDF_COST);
    return voucherPdf(voucher);
  });

  function add(extension: 'png' | 'pdf', type: string, draw: Draw) {
    const options = { config: { access: 'anyone' }, schema: voucherSchema(type) } as const;
    app.get(`/:id/voucher.${extension}`, options, async (request: VoucherRequest, reply): Promise<FastifyReply> => {
      const view = await pages.viewOrder(request.params.id, readLanguage(request));
      const voucher = view === null ? null : await voucherOf(view);
      if (view === null || voucher === null) return pages.sendNotFound(request, reply);
      const bytes = await draw(request, voucher);
      const name = `attachment; filename="${view.folio}.${extension}"`;
      return reply.headers({ ...HEADERS, 'content-type': type, 'content-disposition': name }).send(bytes);
    });
  }
}

type Draw = (request: VoucherRequest, voucher: Voucher) => Promise<Buffer>;
