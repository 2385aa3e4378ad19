// Every text of the page where a customer says where a refund goes, in both languages (D75).
import type { Language } from '../../../domain/base/language.js';

export type RefundTexts = {
  readonly title: string;
  /** Before the name of the merchant. */
  readonly from: string;
  readonly lines: (amount: string, merchant: string, folio: string) => readonly string[];
  readonly clabe: string;
  readonly clabeHelp: string;
  readonly holder: string;
  readonly holderHelp: string;
  readonly send: string;
  readonly once: string;
  readonly faults: string;
  readonly done: { readonly title: string; readonly lines: (bank: string, last: string) => readonly string[] };
  readonly gone: { readonly title: string; readonly lines: readonly string[] };
};

export const REFUND_TEXTS: Readonly<Record<Language, RefundTexts>> = {
  es: {
    title: '¿A qué cuenta te devolvemos tu dinero?',
    from: 'Devolución de',
    lines: (amount, merchant, folio) => [
      `${merchant} te devuelve $${amount} MXN de la orden ${folio}.`,
      'Escribe la CLABE de una cuenta a tu nombre. Nunca te pediremos contraseñas, códigos ni el número de tu tarjeta.',
    ],
    clabe: 'CLABE interbancaria',
    clabeHelp: '18 dígitos. La encuentras en la aplicación de tu banco o en tu estado de cuenta.',
    holder: 'Nombre del titular',
    holderHelp: 'Como aparece en tu estado de cuenta.',
    send: 'Enviar',
    once: 'Revisa bien los datos: solo se pueden enviar una vez.',
    faults: 'Revisa los datos:',
    done: {
      title: 'Listo, recibimos tu cuenta',
      lines: (bank, last) => [
        `La transferencia irá a ${bank}, a la cuenta que termina en ${last}.`,
        'Puede tardar unos días. No tienes que hacer nada más.',
      ],
    },
    gone: {
      title: 'Esta liga ya no funciona',
      lines: ['Ya se usó, venció o la reemplaza una más nueva.', 'Si aún esperas tu dinero, habla con la tienda.'],
    },
  },
  en: {
    title: 'Which account shall we send your money to?',
    from: 'Refund from',
    lines: (amount, merchant, folio) => [
      `${merchant} gives you back $${amount} MXN of order ${folio}.`,
      'Type the CLABE of an account in your own name. We never ask for passwords, codes or your card number.',
    ],
    clabe: 'CLABE',
    clabeHelp: '18 digits. You find it in the app of your bank or on your bank statement.',
    holder: 'Name of the account holder',
    holderHelp: 'As it is on your bank statement.',
    send: 'Send',
    once: 'Check what you typed: it can be sent only once.',
    faults: 'Check the data:',
    done: {
      title: 'Done, we have your account',
      lines: (bank, last) => [
        `The transfer goes to ${bank}, to the account that ends in ${last}.`,
        'It may take a few days. There is nothing more to do.',
      ],
    },
    gone: {
      title: 'This link does not work any more',
      lines: [
        'It was used, has expired, or a newer one replaces it.',
        'If you still wait for your money, talk to the shop.',
      ],
    },
  },
};
