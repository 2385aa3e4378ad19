// What the people of a bank or of a cash network read in our answers to their rail.
import type { Catalogue } from './catalogue.js';

export const forRails = {
  invalid_rail_credentials: {
    status: 401,
    number: 4001,
    es: 'Las credenciales del riel faltan o no son válidas.',
    en: 'The credentials of the rail are missing or not valid.',
    debug:
      'Send the user and password that `cobro rail add` printed, by HTTP Basic, from an address that the rail allows.',
  },
  rail_forbidden: {
    status: 403,
    es: 'Estas credenciales no abren este riel.',
    en: 'These credentials do not open this rail.',
    debug:
      'Rail credentials open only the rail of their kind, and a cash notice must name the network of its credentials.',
  },
  malformed_notice: {
    status: 400,
    es: 'El aviso no se entiende.',
    en: 'The notice is not understood.',
    debug: '{problem}. It was stored for the operator, and nothing was credited. Send it again, mended.',
  },
  not_reversible: {
    status: 409,
    es: 'Este pago ya no se puede revertir.',
    en: 'This payment can no longer be reversed.',
    debug: '{problem}. A till reverses a payment within 10 minutes.',
  },
} satisfies Catalogue;
