// Every text of the pages where a customer says where a refund goes, in both languages (D75).
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { ClabeLook } from '../typed.js';

export const REFUND_TEXTS = inBoth({
  testNote: { es: 'Aquí no se devuelve dinero real.', en: 'No real money goes back here.' },
  title: { es: '¿A qué cuenta te devolvemos tu dinero?', en: 'Which account shall we send your money to?' },
  /** Before the name of the merchant. */
  from: { es: 'Devolución de', en: 'Refund from' },
  lines: (amount: string, merchant: string, folio: string) => [
    {
      es: `${merchant} te devuelve $${amount} MXN de la orden ${folio}.`,
      en: `${merchant} is refunding you $${amount} MXN of order ${folio}.`,
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
  send: { es: 'Continuar', en: 'Continue' },
  faults: { es: 'Revisa los datos:', en: 'Check the data:' },
  missing: { es: 'Falta este dato.', en: 'This is missing.' },
  /** What is wrong with a CLABE. */
  clabeFaults: {
    letters: { es: 'Una CLABE tiene solo dígitos.', en: 'A CLABE has only digits.' },
    length: {
      es: 'Una CLABE tiene 18 dígitos; cuéntalos otra vez.',
      en: 'A CLABE has 18 digits; count them again.',
    },
    digit: {
      es: 'El último dígito no corresponde a los demás: hay un dígito mal escrito. Compáralos con los de tu banco.',
      en: 'The last digit does not fit the others: one of the digits is wrong. Compare them with your bank’s.',
    },
    bank: {
      es: 'Ningún banco tiene esos tres primeros dígitos.',
      en: 'No bank has these first three digits.',
    },
    own: {
      es: 'Esa es la CLABE de una orden, no la de tu cuenta.',
      en: 'This is the CLABE of an order, not of your account.',
    },
  } satisfies Record<NonNullable<ClabeLook['fault']> | 'own', Both>,
  confirm: {
    title: { es: '¿Es esta tu cuenta?', en: 'Is this your account?' },
    lines: (amount: string) => [
      {
        es: `A esta cuenta enviaremos $${amount} MXN. Un dígito equivocado manda el dinero a otra persona.`,
        en: `We will send $${amount} MXN to this account. A wrong digit sends the money to somebody else.`,
      },
    ],
    bank: { es: 'Banco', en: 'Bank' },
    yes: { es: 'Sí, es mi cuenta', en: 'Yes, it is my account' },
    mend: { es: 'Corregir', en: 'Correct it' },
  },
  done: {
    title: { es: 'Listo, recibimos tu cuenta', en: 'Done, we have your account' },
    lines: (bank: string, last: string) => [
      {
        es: `La transferencia irá a ${bank}, a la cuenta que termina en ${last}.`,
        en: `The transfer goes to ${bank}, to the account that ends in ${last}.`,
      },
      {
        es: 'Puede tardar unos días. Puedes cambiar la cuenta hasta que la transferencia salga al banco.',
        en: 'It may take a few days. You can change the account until the transfer goes to the bank.',
      },
    ],
    change: { es: 'Cambiar la cuenta', en: 'Change the account' },
  },
  /** Money that came as coins goes back as coins. */
  coin: (coin: string, network: string) => ({
    title: { es: `¿A qué dirección de ${coin} te devolvemos?`, en: `Which ${coin} address shall we send it to?` },
    lines: (amount: string, merchant: string, folio: string) => [
      {
        es: `${merchant} te devuelve $${amount} MXN de la orden ${folio}, en ${coin} al precio del día en que se envíen.`,
        en: `${merchant} gives you back $${amount} MXN of order ${folio}, in ${coin} at the price of the day on which they are sent.`,
      },
      {
        es: `Escribe una dirección tuya de ${coin} en la red ${network}. Nunca te pediremos tus palabras ni tu clave privada.`,
        en: `Type an address of yours for ${coin} in the network ${network}. We never ask for your words or your private key.`,
      },
    ],
    address: { es: `Dirección de ${coin}`, en: `${coin} address` },
    help:
      coin === 'XRP'
        ? {
            es: 'Si tu cartera pide etiqueta de destino, escríbela después de dos puntos: r…:12345.',
            en: 'If your wallet wants a destination tag, write it after a colon: r…:12345.',
          }
        : {
            es: `Cópiala de tu cartera, en “Recibir”. Solo la red ${network}.`,
            en: `Copy it from your wallet, at “Receive”. Only the network ${network}.`,
          },
    confirm: {
      title: { es: '¿Es esta tu dirección?', en: 'Is this your address?' },
      lines: (amount: string) => [
        {
          es: `A esta dirección se enviará en ${coin} lo que valen $${amount} MXN. Lo que llega a una dirección equivocada no se puede recuperar.`,
          en: `What $${amount} MXN are worth in ${coin} is sent to this address. What reaches a wrong address cannot be brought back.`,
        },
      ],
      network: { es: 'Red', en: 'Network' },
      yes: { es: 'Sí, es mi dirección', en: 'Yes, it is my address' },
    },
    done: {
      title: { es: 'Listo, recibimos tu dirección', en: 'Done, we have your address' },
      lines: (_coin: string, last: string) => [
        {
          es: `Los ${coin} irán por la red ${network} a la dirección que termina en ${last}.`,
          en: `The ${coin} go by the network ${network} to the address that ends in ${last}.`,
        },
        {
          es: 'Puede tardar unos días. Puedes cambiar la dirección hasta que se envíen.',
          en: 'It may take a few days. You can change the address until they are sent.',
        },
      ],
      change: { es: 'Cambiar la dirección', en: 'Change the address' },
    },
  }),
  /** The link, sent once more. */
  again: {
    ask: {
      title: { es: '¿Te enviamos la liga otra vez?', en: 'Shall we send you the link again?' },
      lines: [
        {
          es: 'Llega al correo que diste con tu orden, y la liga de antes deja de funcionar.',
          en: 'It goes to the e-mail address that you gave with your order, and the earlier link stops working.',
        },
      ],
    },
    send: { es: 'Enviarme la liga', en: 'Send me the link' },
    back: { es: 'Volver a mi orden', en: 'Back to my order' },
    sent: {
      title: { es: 'Listo: busca en tu correo', en: 'Done: look in your e-mail' },
      lines: [
        {
          es: 'Llega en unos momentos. Si no aparece, mira en el correo no deseado.',
          en: 'It arrives in a few moments. If it does not show, look in your spam folder.',
        },
      ],
    },
    notSent: {
      title: { es: 'No podemos enviarte la liga', en: 'We cannot send you the link' },
      lines: [
        {
          es: 'Ya te la enviamos varias veces, o ya no hace falta. Habla con la tienda.',
          en: 'We have sent it several times, or it is no longer needed. Talk to the shop.',
        },
      ],
    },
  },
  gone: {
    title: { es: 'Esta liga ya no funciona', en: 'This link does not work any more' },
    lines: [
      {
        es: 'La transferencia ya salió al banco, la liga venció o la reemplaza una más nueva.',
        en: 'The transfer has gone to the bank, the link has expired, or a newer one replaces it.',
      },
      {
        es: 'Si aún esperas tu dinero, habla con la tienda.',
        en: 'If you still wait for your money, talk to the shop.',
      },
    ],
  },
});
