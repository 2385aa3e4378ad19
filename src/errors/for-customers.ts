// What customers read on the pages of the checkout and of payment links (D67). `debug` is for the shop’s developers.
import type { Catalogue } from './catalogue.js';

export const forCustomers = {
  public_key_required: {
    status: 403,
    es: 'Esta página necesita la llave pública de la tienda.',
    en: 'This page needs the public key of the shop.',
    debug:
      'public_key has a private key (sk_…). Everybody who saw the page knows it now: roll it (cobro key roll), and use the public key.',
  },
  no_point_for_amount: {
    status: 400,
    es: 'Por ahora no hay dónde pagar {amount} MXN.',
    en: 'There is nowhere to pay {amount} MXN at the moment.',
    debug:
      'No payment point of this mode takes {amount} MXN, and SPEI is not available. GET /v1/providers?order_total=AMOUNT lists the points that do.',
  },
  point_not_changeable: {
    status: 409,
    es: 'Esta orden ya no puede cambiar de tienda.',
    en: 'This order cannot change to another store any more.',
    debug:
      'A customer may choose another store only while the order is pending and nothing has been paid, and only among stores that take the same reference.',
  },
  payment_link_not_found: {
    status: 404,
    es: 'Esta liga de pago no existe.',
    en: 'This payment link does not exist.',
    debug: 'No payment link has this id in this account and mode. GET /v1/payment_links lists them.',
  },
  payment_link_inactive: {
    status: 409,
    es: 'Esta liga de pago ya no está activa.',
    en: 'This payment link is no longer active.',
    debug: 'The merchant has deactivated this link. Make a new one with POST /v1/payment_links.',
  },
  payment_link_expired: {
    status: 409,
    es: 'Esta liga de pago ya venció.',
    en: 'This payment link has expired.',
    debug: 'The time of this link is over. Make a new one with POST /v1/payment_links.',
  },
  payment_link_used_up: {
    status: 409,
    es: 'Esta liga de pago ya se usó todas las veces que se podía.',
    en: 'This payment link has been used as often as it may be.',
    debug: 'This link has made max_uses orders. One that ends unpaid gives its use back within a minute.',
  },
} satisfies Catalogue;
