// Every text of the checkout page, in both languages (D67).
import type { Method } from '../../domain/accounts/fee.js';
import { type Both, inBoth } from '../../domain/base/in-both.js';
import type { Language } from '../../domain/base/language.js';

export const CHECKOUT_TEXTS = inBoth({
  title: (merchant: string) => ({ es: `Elige cómo pagar a ${merchant}`, en: `Choose how to pay ${merchant}` }),
  amountLabel: { es: 'Tu compra', en: 'Your purchase' },
  exchange: (price: string, rate: string) => ({
    es: `${price} al tipo de cambio de ${rate}. El monto en pesos queda fijo al continuar.`,
    en: `${price} at an exchange rate of ${rate}. The amount in pesos is fixed when you continue.`,
  }),
  waysHeading: { es: '¿Cómo quieres pagar?', en: 'How do you want to pay?' },
  methods: {
    spei: { es: 'Transferencia bancaria', en: 'Bank transfer' },
    cash: { es: 'Efectivo en una tienda', en: 'Cash at a store' },
    bank_deposit: { es: 'Depósito en un banco', en: 'Deposit at a bank' },
    crypto: { es: 'Criptomoneda', en: 'Cryptocurrency' },
  } satisfies Record<Method, Both>,
  speiName: { es: 'SPEI', en: 'SPEI' },
  speiNote: {
    es: 'Desde la aplicación de tu banco',
    en: 'From the app of your bank',
  },
  moreStores: { es: 'Más tiendas', en: 'More stores' },
  buyerHeading: { es: 'Tus datos', en: 'Your details' },
  name: { es: 'Nombre completo', en: 'Full name' },
  email: { es: 'Correo electrónico', en: 'E-mail address' },
  emailHelp: {
    es: 'Ahí te escribimos sobre tu pago.',
    en: 'We write there about your payment.',
  },
  phone: { es: 'Teléfono', en: 'Telephone' },
  missing: { es: 'Falta este dato.', en: 'This is missing.' },
  wrongEmail: {
    es: 'Escríbelo completo, como nombre@ejemplo.com.',
    en: 'Write it in full, such as name@example.com.',
  },
  wrongPhone: {
    es: 'Escribe 10 dígitos, o el número con su país, como +1 555 123 4567.',
    en: 'Write 10 digits, or the number with its country, such as +1 555 123 4567.',
  },
  optional: { es: 'opcional', en: 'optional' },
  chooseWay: { es: 'Elige cómo quieres pagar.', en: 'Choose how you want to pay.' },
  chooseAnother: {
    es: 'Esa forma de pago ya no está disponible: elige otra.',
    en: 'That way to pay is not available any more: choose another.',
  },
  send: { es: 'Continuar', en: 'Continue' },
  sendWith: (way: string, sum: string) => ({
    es: `Continuar con ${way}: ${sum}`,
    en: `Continue with ${way}: ${sum}`,
  }),
  sendNote: {
    es: 'Todavía no se cobra nada.',
    en: 'Nothing is charged yet.',
  },
  doubts: (merchant: string) => ({
    es: `¿Dudas sobre tu compra? Habla con ${merchant}.`,
    en: `Questions about your purchase? Talk to ${merchant}.`,
  }),
  faults: { es: 'Falta corregir:', en: 'To be corrected:' },
  madeBefore: {
    es: 'Ya hiciste una orden con esta página. Puedes pagar esa, o elegir aquí y hacer otra.',
    en: 'You have made an order with this page already. You can pay that one, or choose here and make another.',
  },
  seeOrder: { es: 'Ver la orden que ya hiciste', en: 'See the order that you made' },
  backToShop: { es: 'Volver a la tienda', en: 'Back to the shop' },
  help: (code: string) => ({
    es: `Si pides ayuda, menciona este código: ${code}`,
    en: `If you ask for help, give this code: ${code}`,
  }),
  /** By what is wrong: what the shop sent, that it sells no more, that this link is over, or that we fail. */
  problems: {
    shop: {
      title: { es: 'La tienda no pudo iniciar tu pago', en: 'The shop could not start your payment' },
      hint: {
        es: 'No se te cobró nada. Vuelve a la tienda y avísale de este mensaje.',
        en: 'Nothing was charged. Go back to the shop and tell it about this message.',
      },
    },
    closed: {
      title: { es: 'Esta tienda no recibe pagos por ahora', en: 'This shop takes no payments at the moment' },
      hint: { es: 'No se te cobró nada. Habla con la tienda.', en: 'Nothing was charged. Talk to the shop.' },
    },
    link: {
      title: { es: 'No puedes pagar con esta liga', en: 'You cannot pay with this link' },
      hint: {
        es: 'No se te cobró nada. Pide otra liga a la tienda.',
        en: 'Nothing was charged. Ask the shop for another link.',
      },
    },
    trouble: {
      title: {
        es: 'No podemos seguir con tu compra en este momento',
        en: 'We cannot go on with your purchase at the moment',
      },
      hint: {
        es: 'No se te cobró nada. Espera un momento e inténtalo de nuevo.',
        en: 'Nothing was charged. Wait a moment and try again.',
      },
    },
  },
});

export type CheckoutTexts = (typeof CHECKOUT_TEXTS)[Language];
