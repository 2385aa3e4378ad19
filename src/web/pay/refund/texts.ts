// Every text of the page where a customer says where a refund goes, in both languages (D75).
import { inBoth } from '../../../domain/base/in-both.js';

export const REFUND_TEXTS = inBoth({
  title: { es: '¿A qué cuenta te devolvemos tu dinero?', en: 'Which account shall we send your money to?' },
  /** Before the name of the merchant. */
  from: { es: 'Devolución de', en: 'Refund from' },
  lines: (amount: string, merchant: string, folio: string) => [
    {
      es: `${merchant} te devuelve $${amount} MXN de la orden ${folio}.`,
      en: `${merchant} gives you back $${amount} MXN of order ${folio}.`,
    },
    {
      es: 'Escribe la CLABE de una cuenta a tu nombre. Nunca te pediremos contraseñas, códigos ni el número de tu tarjeta.',
      en: 'Type the CLABE of an account in your own name. We never ask for passwords, codes or your card number.',
    },
  ],
  clabe: { es: 'CLABE interbancaria', en: 'CLABE' },
  clabeHelp: {
    es: '18 dígitos. La encuentras en la aplicación de tu banco o en tu estado de cuenta.',
    en: '18 digits. You find it in the app of your bank or on your bank statement.',
  },
  holder: { es: 'Nombre del titular', en: 'Name of the account holder' },
  holderHelp: { es: 'Como aparece en tu estado de cuenta.', en: 'As it is on your bank statement.' },
  send: { es: 'Enviar', en: 'Send' },
  once: {
    es: 'Revisa bien los datos: solo se pueden enviar una vez.',
    en: 'Check what you typed: it can be sent only once.',
  },
  faults: { es: 'Revisa los datos:', en: 'Check the data:' },
  done: {
    title: { es: 'Listo, recibimos tu cuenta', en: 'Done, we have your account' },
    lines: (bank: string, last: string) => [
      {
        es: `La transferencia irá a ${bank}, a la cuenta que termina en ${last}.`,
        en: `The transfer goes to ${bank}, to the account that ends in ${last}.`,
      },
      {
        es: 'Puede tardar unos días. No tienes que hacer nada más.',
        en: 'It may take a few days. There is nothing more to do.',
      },
    ],
  },
  gone: {
    title: { es: 'Esta liga ya no funciona', en: 'This link does not work any more' },
    lines: [
      {
        es: 'Ya se usó, venció o la reemplaza una más nueva.',
        en: 'It was used, has expired, or a newer one replaces it.',
      },
      {
        es: 'Si aún esperas tu dinero, habla con la tienda.',
        en: 'If you still wait for your money, talk to the shop.',
      },
    ],
  },
});
