// The usual texts of e-mails to customers, in both languages.
import { type Both, inBoth } from '../base/in-both.js';
import type { Language } from '../base/language.js';
import type { PointKind } from '../points/kind.js';
import type { SentKind } from './email.js';

export const EMAIL_TEXTS = inBoth({
  test: { es: 'PRUEBA', en: 'TEST' },
  testNote: {
    es: 'Modo de prueba: no se cobra nada y este correo no sale a nadie.',
    en: 'Test mode: nothing is charged, and this e-mail goes to nobody.',
  },
  kinds: {
    instructions: {
      subject: {
        es: 'Paga {amount} {way} a más tardar el {until} · {shop}',
        en: 'Pay {amount} {way} by {until} · {shop}',
      },
      heading: { es: 'Paga {amount}', en: 'Pay {amount}' },
      introduction: {
        es: 'Hola {name}:\nEstos son los datos para pagar tu orden {folio} en {shop}.',
        en: 'Hello {name},\nThis is what you need to pay your order {folio} at {shop}.',
      },
    },
    paid: {
      subject: {
        es: 'Recibimos tu pago de {amount} · {shop}',
        en: 'We have received your payment of {amount} · {shop}',
      },
      heading: { es: 'Recibimos tu pago', en: 'We have received your payment' },
      introduction: {
        es: 'Hola {name}:\n{shop} recibió tu pago de {amount}. Gracias.',
        en: 'Hello {name},\n{shop} has received your payment of {amount}. Thank you.',
      },
    },
    expiring: {
      subject: {
        es: 'Tu orden {folio} en {shop} está por vencer',
        en: 'Your order {folio} at {shop} is about to expire',
      },
      heading: { es: 'Tu orden está por vencer', en: 'Your order is about to expire' },
      introduction: {
        es: 'Hola {name}:\nAún puedes pagar {amount} de tu orden en {shop} antes de que venza.',
        en: 'Hello {name},\nYou can still pay {amount} of your order at {shop} before it expires.',
      },
    },
    refund: {
      subject: { es: '{shop} te devuelve {amount}', en: '{shop} gives you back {amount}' },
      heading: { es: 'Te devolvemos {amount}', en: 'We give you back {amount}' },
      introduction: {
        es: 'Hola {name}:\n{shop} te devuelve {amount} de tu orden {folio}.',
        en: 'Hello {name},\n{shop} gives you back {amount} of your order {folio}.',
      },
    },
    account: {
      subject: {
        es: '{shop} te devuelve {amount}: ¿a qué cuenta?',
        en: '{shop} gives you back {amount}: to which account?',
      },
      heading: { es: '¿A qué cuenta te enviamos {amount}?', en: 'Which account shall we send {amount} to?' },
      introduction: {
        es: 'Hola {name}:\n{shop} te devuelve {amount} de tu orden {folio}. No sabemos a qué cuenta enviarlo: dínoslo con esta liga.',
        en: 'Hello {name},\n{shop} gives you back {amount} of your order {folio}. We do not know which account to send it to: tell us with this link.',
      },
    },
  } satisfies Record<SentKind, Record<'subject' | 'heading' | 'introduction', Both>>,
  bringHeading: (point: string) => ({ es: `Lleva {amount} a ${point}`, en: `Bring {amount} to ${point}` }),
  sendHeading: (coins: string) => ({ es: `Envía exactamente ${coins}`, en: `Send exactly ${coins}` }),
  way: {
    spei: { es: 'por SPEI', en: 'by SPEI' },
    at: (point: string) => ({ es: `en ${point}`, en: `at ${point}` }),
    with: (coin: string) => ({ es: `con ${coin}`, en: `with ${coin}` }),
  },
  rows: {
    bring: { es: 'Lleva en efectivo', en: 'Bring in cash' },
    deposit: { es: 'Deposita', en: 'Deposit' },
    coins: { es: 'Envía exactamente', en: 'Send exactly' },
    amount: { es: 'Monto a pagar', en: 'Amount to pay' },
    received: { es: 'Ya recibimos', en: 'Received' },
    where: { es: 'Dónde pagas', en: 'Where you pay' },
    clabe: { es: 'CLABE', en: 'CLABE' },
    reference: { es: 'Referencia', en: 'Reference' },
    card: { es: 'Número de tarjeta', en: 'Card number' },
    address: { es: 'Dirección', en: 'Address' },
    tag: { es: 'Etiqueta de destino', en: 'Destination tag' },
    product: { es: 'Compra', en: 'For' },
    folio: { es: 'Folio', en: 'Folio' },
    paid: { es: 'Monto pagado', en: 'Amount paid' },
    surplus: { es: 'Pagaste de más', en: 'Paid too much' },
    method: { es: 'Medio de pago', en: 'Payment method' },
    paidAt: { es: 'Fecha de pago', en: 'Paid on' },
    refund: { es: 'Monto devuelto', en: 'Amount given back' },
    goesTo: { es: 'A la cuenta', en: 'To the account' },
  } satisfies Record<PointKind['identifiedBy'], Both> & Record<string, Both>,
  barcode: { es: 'Código de barras para la caja', en: 'Bar code for the till' },
  steps: { es: 'Cómo pagar', en: 'How to pay' },
  seeHow: { es: 'Abrir mi página de pago', en: 'Open my payment page' },
  seeReceipt: { es: 'Ver mi comprobante', en: 'See my receipt' },
  seeOrder: { es: 'Ver mi orden', en: 'See my order' },
  giveAccount: { es: 'Decir a qué cuenta', en: 'Say to which account' },
  giveClabe: {
    es: 'Dinos a qué cuenta te lo enviamos: necesitas la CLABE de una cuenta a tu nombre (las tarjetas de débito y las cuentas digitales también tienen). La liga es solo para ti; con ella también puedes corregirla hasta que salga la transferencia. Nunca te pediremos contraseñas, códigos ni el número de tu tarjeta.',
    en: 'Tell us which account to send it to: you need the CLABE of an account in your own name (debit cards and digital accounts have one, too). The link is for you alone; with it you can also correct the account until the transfer is sent. We never ask for passwords, codes or your card number.',
  },
  giveAddress: (coin: string, network: string) => ({
    es: `Dinos a qué dirección te lo enviamos: necesitas una dirección tuya de ${coin} en la red ${network}. La liga es solo para ti; con ella también puedes corregirla hasta que se envíe. Nunca te pediremos tus palabras ni tu clave privada.`,
    en: `Tell us which address to send it to: you need an address of yours for ${coin} in the network ${network}. The link is for you alone; with it you can also correct the address until it is sent. We never ask for your words or your private key.`,
  }),
  /** An amount that holds for some minutes has no place in an e-mail. */
  coinAmount: (coin: string) => ({
    es: `Abre tu orden con el botón de este correo: ahí están la cantidad exacta de ${coin}, que cambia cada pocos minutos, y su código QR.`,
    en: `Open your order with the button of this e-mail: it shows the exact quantity of ${coin}, which changes every few minutes, and its QR code.`,
  }),
  refundTakes: {
    es: 'La transferencia puede tardar unos días en llegar. No tienes que hacer nada.',
    en: 'The transfer may take a few days to arrive. There is nothing that you have to do.',
  },
  account: (bank: string, end: string) => ({ es: `${bank}, termina en ${end}`, en: `${bank}, ending in ${end}` }),
  orCopy: {
    es: 'Si el botón no funciona, copia esta dirección:',
    en: 'If the button does not work, copy this address:',
  },
  why: {
    es: 'Recibes este correo porque esta dirección se dio para una compra en {shop}. Si no fuiste tú, ignóralo.',
    en: 'You get this e-mail because this address was given for a purchase at {shop}. If that was not you, ignore it.',
  },
  reachShop: (shop: string, contacts: string) => ({
    es: `No respondas a este correo. Para hablar con ${shop}: ${contacts}.`,
    en: `Do not answer this e-mail. To reach ${shop}: ${contacts}.`,
  }),
  noReply: { es: 'Nadie lee las respuestas a este correo.', en: 'Nobody reads answers to this e-mail.' },
});

export type EmailTexts = (typeof EMAIL_TEXTS)[Language];
