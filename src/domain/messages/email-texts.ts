// The usual texts of e-mails to customers, in both languages.

import type { Language } from '../base/language.js';
import type { EmailKind } from './email.js';

type KindTexts = { readonly subject: string; readonly heading: string; readonly introduction: string };

export type LetterTexts = {
  readonly test: string;
  readonly testNote: string;
  readonly kinds: Readonly<Record<EmailKind, KindTexts>>;
  readonly rows: Readonly<Record<RowName, string>>;
  readonly steps: string;
  readonly seeHow: string;
  readonly seeReceipt: string;
  readonly seeOrder: string;
  readonly giveAccount: string;
  readonly giveClabe: string;
  readonly refundTakes: string;
  readonly account: (bank: string, end: string) => string;
  readonly orCopy: string;
  readonly why: string;
  readonly noReply: string;
};

type RowName =
  | ('amount' | 'where' | 'clabe' | 'reference' | 'card' | 'address' | 'until' | 'product' | 'folio')
  | ('paid' | 'paidAt' | 'refund' | 'goesTo');

export const LETTER_TEXTS: Readonly<Record<Language, LetterTexts>> = {
  es: {
    test: 'PRUEBA',
    testNote: 'Modo de prueba: no se cobra nada y este correo no sale a nadie.',
    kinds: {
      instructions: {
        subject: 'Cómo pagar tu orden {folio} en {shop}',
        heading: 'Paga {amount}',
        introduction: 'Hola {name}:\nEstos son los datos para pagar tu orden {folio} en {shop}.',
      },
      paid: {
        subject: 'Recibimos tu pago de {amount} · {shop}',
        heading: 'Recibimos tu pago',
        introduction: 'Hola {name}:\n{shop} recibió tu pago de {amount}. Gracias.',
      },
      expiring: {
        subject: 'Tu orden {folio} en {shop} está por vencer',
        heading: 'Tu orden está por vencer',
        introduction: 'Hola {name}:\nAún puedes pagar {amount} de tu orden en {shop} antes de que venza.',
      },
      refund: {
        subject: '{shop} te devuelve {amount}',
        heading: 'Te devolvemos {amount}',
        introduction: 'Hola {name}:\n{shop} te devuelve {amount} de tu orden {folio}.',
      },
    },
    rows: {
      amount: 'Monto a pagar',
      where: 'Dónde pagas',
      clabe: 'CLABE',
      reference: 'Referencia',
      card: 'Número de tarjeta',
      address: 'Dirección',
      until: 'Paga antes del',
      product: 'Concepto',
      folio: 'Folio',
      paid: 'Monto pagado',
      paidAt: 'Fecha de pago',
      refund: 'Monto devuelto',
      goesTo: 'A la cuenta',
    },
    steps: 'Cómo pagar',
    seeHow: 'Ver cómo pagar',
    seeReceipt: 'Ver mi comprobante',
    seeOrder: 'Ver mi orden',
    giveAccount: 'Decir a qué cuenta',
    giveClabe:
      'Dinos a qué cuenta te lo enviamos: necesitas la CLABE de una cuenta a tu nombre. La liga es solo para ti y sirve una vez. Nunca te pediremos contraseñas, códigos ni el número de tu tarjeta.',
    refundTakes: 'La transferencia puede tardar unos días en llegar. No tienes que hacer nada.',
    account: (bank, end) => `${bank}, termina en ${end}`,
    orCopy: 'Si el botón no funciona, copia esta dirección:',
    why: 'Recibes este correo porque esta dirección se dio para una compra en {shop}. Si no fuiste tú, ignóralo.',
    noReply: 'Nadie lee las respuestas a este correo.',
  },
  en: {
    test: 'TEST',
    testNote: 'Test mode: nothing is charged, and this e-mail goes to nobody.',
    kinds: {
      instructions: {
        subject: 'How to pay your order {folio} at {shop}',
        heading: 'Pay {amount}',
        introduction: 'Hello {name},\nThis is what you need to pay your order {folio} at {shop}.',
      },
      paid: {
        subject: 'We have received your payment of {amount} · {shop}',
        heading: 'We have received your payment',
        introduction: 'Hello {name},\n{shop} has received your payment of {amount}. Thank you.',
      },
      expiring: {
        subject: 'Your order {folio} at {shop} is about to expire',
        heading: 'Your order is about to expire',
        introduction: 'Hello {name},\nYou can still pay {amount} of your order at {shop} before it expires.',
      },
      refund: {
        subject: '{shop} gives you back {amount}',
        heading: 'We give you back {amount}',
        introduction: 'Hello {name},\n{shop} gives you back {amount} of your order {folio}.',
      },
    },
    rows: {
      amount: 'Amount to pay',
      where: 'Where you pay',
      clabe: 'CLABE',
      reference: 'Reference',
      card: 'Card number',
      address: 'Address',
      until: 'Pay before',
      product: 'For',
      folio: 'Folio',
      paid: 'Amount paid',
      paidAt: 'Paid on',
      refund: 'Amount given back',
      goesTo: 'To the account',
    },
    steps: 'How to pay',
    seeHow: 'See how to pay',
    seeReceipt: 'See my receipt',
    seeOrder: 'See my order',
    giveAccount: 'Say to which account',
    giveClabe:
      'Tell us which account to send it to: you need the CLABE of an account in your own name. The link is for you alone and works once. We never ask for passwords, codes or your card number.',
    refundTakes: 'The transfer may take a few days to arrive. There is nothing that you have to do.',
    account: (bank, end) => `${bank}, ending in ${end}`,
    orCopy: 'If the button does not work, copy this address:',
    why: 'You get this e-mail because this address was given for a purchase at {shop}. If that was not you, ignore it.',
    noReply: 'Nobody reads answers to this e-mail.',
  },
};
