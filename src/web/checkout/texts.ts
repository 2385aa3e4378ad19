// Every text of the checkout page, in both languages (D67).
import type { Method } from '../../domain/accounts/fee.js';
import { type Both, inBoth } from '../../domain/base/in-both.js';
import type { Language } from '../../domain/base/language.js';

export const CHECKOUT_TEXTS = inBoth({
  title: (merchant: string) => ({ es: `Elige cómo pagar a ${merchant}`, en: `Choose how to pay ${merchant}` }),
  fixed: { es: 'El monto en pesos queda fijo al continuar.', en: 'The amount in pesos is fixed when you continue.' },
  waysHeading: { es: '¿Cómo quieres pagar?', en: 'How do you want to pay?' },
  methods: {
    spei: { es: 'Transferencia bancaria', en: 'Bank transfer' },
    cash: { es: 'Efectivo en una tienda', en: 'Cash at a store' },
    bank_deposit: { es: 'Depósito en un banco', en: 'Deposit at a bank' },
    crypto: { es: 'Criptomoneda', en: 'Cryptocurrency' },
  } satisfies Record<Method, Both>,
  speiName: { es: 'SPEI', en: 'SPEI' },
  speiNote: { es: 'Desde la aplicación de tu banco', en: 'From the app of your bank' },
  moreStores: { es: 'Más tiendas', en: 'More stores' },
  buyerHeading: { es: 'Tus datos', en: 'Your details' },
  name: { es: 'Nombre completo', en: 'Full name' },
  email: { es: 'Correo electrónico', en: 'E-mail address' },
  emailHelp: { es: 'Ahí te escribimos sobre tu pago.', en: 'We write there about your payment.' },
  phone: { es: 'Teléfono', en: 'Telephone' },
  missing: { es: 'Falta este dato.', en: 'This is missing.' },
  wrongEmail: { es: 'Escríbelo completo, como nombre@ejemplo.com.', en: 'Write it in full, such as name@example.com.' },
  wrongPhone: {
    es: 'Escribe 10 dígitos, o el número con su país, como +1 555 123 4567.',
    en: 'Write 10 digits, or the number with its country, such as +1 555 123 4567.',
  },
  optional: { es: 'opcional', en: 'optional' },
  chooseWay: { es: 'Elige una forma de pago.', en: 'Choose a way to pay.' },
  chooseAnother: {
    es: 'Esa forma de pago ya no está disponible: elige otra.',
    en: 'That way to pay is not available any more: choose another.',
  },
  send: { es: 'Continuar', en: 'Continue' },
  sendWith: (way: string, sum: string) => ({
    es: `Pagar ${sum} ${way === 'SPEI' ? 'por' : 'en'} ${way}`,
    en: `Pay ${sum} ${way === 'SPEI' ? 'by' : 'at'} ${way}`,
  }),
  sendNote: { es: 'Todavía no se cobra nada.', en: 'Nothing is charged yet.' },
  faults: (count: number) => ({
    es: count === 1 ? 'Falta un dato:' : 'Revisa estos datos:',
    en: count === 1 ? 'One thing is missing:' : 'Check these:',
  }),
  madeBefore: {
    es: 'Ya hiciste una orden con esta página. Puedes pagar esa, o elegir aquí y hacer otra.',
    en: 'You have made an order with this page already. You can pay that one, or choose here and make another.',
  },
  seeOrder: { es: 'Ver la orden que ya hiciste', en: 'See the order that you made' },
  help: { es: 'Si pides ayuda, da este código:', en: 'If you ask for help, give this code:' },
  /** By what is wrong: what the shop sent, that it sells no more, that this link is over, or that we fail. */
  problems: {
    shop: {
      title: { es: 'El negocio no pudo iniciar tu pago', en: 'The shop could not start your payment' },
      hint: {
        es: 'No se te cobró nada. Vuelve al negocio y avísale de este mensaje.',
        en: 'Nothing was charged. Go back to the shop and tell it about this message.',
      },
    },
    closed: {
      title: { es: 'Este negocio no recibe pagos por ahora', en: 'This shop takes no payments at the moment' },
      hint: { es: 'No se te cobró nada. Habla con el negocio.', en: 'Nothing was charged. Talk to the shop.' },
    },
    link: {
      title: { es: 'No puedes pagar con esta liga', en: 'You cannot pay with this link' },
      hint: {
        es: 'No se te cobró nada. Revisa que la liga esté completa; si sigue sin abrir, pide otra al negocio que te la mandó.',
        en: 'Nothing was charged. Check that the link is complete; if it still does not open, ask the shop that sent it for another.',
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
