// Every text of the checkout page, in both languages (D67).
import type { Method } from '../../domain/accounts/fee.js';
import type { Language } from '../../domain/base/language.js';

export type CheckoutTexts = {
  readonly title: (merchant: string) => string;
  readonly amountLabel: string;
  readonly exchange: (price: string, rate: string) => string;
  readonly waysHeading: string;
  readonly methods: Readonly<Record<Method, string>>;
  readonly speiName: string;
  readonly speiNote: string;
  readonly total: (sum: string) => string;
  /** `times` is how often it is charged. */
  readonly commission: (sum: string, times: number) => string;
  readonly inParts: (times: number) => string;
  readonly moreStores: string;
  readonly noCommission: string;
  readonly buyerHeading: string;
  readonly name: string;
  readonly email: string;
  readonly emailHelp: string;
  readonly phone: string;
  readonly optional: string;
  readonly wayField: string;
  readonly send: string;
  readonly sendNote: string;
  readonly doubts: (merchant: string) => string;
  readonly faults: string;
  readonly madeBefore: string;
  readonly seeOrder: string;
  readonly backToShop: string;
  readonly help: (requestId: string) => string;
  /** By what is wrong: what the shop sent, that it sells no more, that this link is over, or that we fail. */
  readonly problems: Readonly<Record<'shop' | 'closed' | 'link' | 'trouble', ProblemText>>;
};

type ProblemText = { readonly title: string; readonly hint: string };

export const CHECKOUT_TEXTS: Readonly<Record<Language, CheckoutTexts>> = {
  es: {
    title: (merchant) => `Elige cómo pagar a ${merchant}`,
    amountLabel: 'Total a pagar',
    exchange: (price, rate) => `${price} al tipo de cambio de ${rate}. El monto en pesos queda fijo al continuar.`,
    waysHeading: '¿Cómo quieres pagar?',
    methods: {
      spei: 'Transferencia',
      cash: 'Efectivo en una tienda',
      bank_deposit: 'Depósito en un banco',
      crypto: 'Criptomoneda',
    },
    speiName: 'Transferencia SPEI',
    speiNote: 'Desde la aplicación o la banca en línea de tu banco.',
    total: (sum) => `Pagas ${sum}`,
    commission: (sum, times) => `Comisión ${times > 1 ? `${times} × ` : ''}${sum}`,
    inParts: (times) => `en ${times} partes`,
    moreStores: 'Más tiendas',
    noCommission: 'Sin comisión',
    buyerHeading: 'Tus datos',
    name: 'Nombre completo',
    email: 'Correo electrónico',
    emailHelp: 'La tienda lo usa para avisarte de tu compra.',
    phone: 'Teléfono',
    optional: 'opcional',
    wayField: 'La forma de pago',
    send: 'Continuar',
    sendNote: 'Aquí no se cobra nada: en la siguiente página verás los datos y los pasos para pagar.',
    doubts: (merchant) => `¿Dudas sobre tu compra? Habla con ${merchant}.`,
    faults: 'Revisa los datos:',
    madeBefore: 'Ya hiciste una orden con esta página. Puedes pagar esa, o elegir aquí y hacer otra.',
    seeOrder: 'Ver la orden que ya hiciste',
    backToShop: 'Volver a la tienda',
    help: (requestId) => `Si pides ayuda, menciona este número: ${requestId}`,
    problems: {
      shop: {
        title: 'La tienda no pudo iniciar tu pago',
        hint: 'No se te cobró nada. Vuelve a la tienda y avísale de este mensaje.',
      },
      closed: { title: 'Esta tienda no recibe pagos por ahora', hint: 'No se te cobró nada. Habla con la tienda.' },
      link: { title: 'Esta liga de pago ya no sirve', hint: 'No se te cobró nada. Pide otra liga a la tienda.' },
      trouble: {
        title: 'No podemos seguir con tu compra en este momento',
        hint: 'No se te cobró nada. Espera un momento e inténtalo de nuevo.',
      },
    },
  },
  en: {
    title: (merchant) => `Choose how to pay ${merchant}`,
    amountLabel: 'Total to pay',
    exchange: (price, rate) =>
      `${price} at an exchange rate of ${rate}. The amount in pesos is fixed when you continue.`,
    waysHeading: 'How do you want to pay?',
    methods: {
      spei: 'Bank transfer',
      cash: 'Cash at a store',
      bank_deposit: 'Deposit at a bank',
      crypto: 'Cryptocurrency',
    },
    speiName: 'SPEI transfer',
    speiNote: 'From the app or the online banking of your bank.',
    total: (sum) => `You pay ${sum}`,
    commission: (sum, times) => `Commission ${times > 1 ? `${times} × ` : ''}${sum}`,
    inParts: (times) => `in ${times} parts`,
    moreStores: 'More stores',
    noCommission: 'No commission',
    buyerHeading: 'Your details',
    name: 'Full name',
    email: 'E-mail address',
    emailHelp: 'The shop uses it to tell you about your purchase.',
    phone: 'Telephone',
    optional: 'optional',
    wayField: 'The way to pay',
    send: 'Continue',
    sendNote: 'Nothing is charged here: the next page shows you the details and the steps to pay.',
    doubts: (merchant) => `Questions about your purchase? Talk to ${merchant}.`,
    faults: 'Check the data:',
    madeBefore: 'You have made an order with this page already. You can pay that one, or choose here and make another.',
    seeOrder: 'See the order that you made',
    backToShop: 'Back to the shop',
    help: (requestId) => `If you ask for help, give this number: ${requestId}`,
    problems: {
      shop: {
        title: 'The shop could not start your payment',
        hint: 'Nothing was charged. Go back to the shop and tell it about this message.',
      },
      closed: { title: 'This shop takes no payments at the moment', hint: 'Nothing was charged. Talk to the shop.' },
      link: {
        title: 'This payment link does not work any more',
        hint: 'Nothing was charged. Ask the shop for another link.',
      },
      trouble: {
        title: 'We cannot go on with your purchase at the moment',
        hint: 'Nothing was charged. Wait a moment and try again.',
      },
    },
  },
};
