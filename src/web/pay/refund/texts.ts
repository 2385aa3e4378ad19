// Every text of the pages where a customer says where a refund goes, in both languages (D75).
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { ClabeLook } from '../typed.js';

export const REFUND_TEXTS = inBoth({
  testNote: { es: 'Aquí no se devuelve dinero real.', en: 'No real money goes back here.' },
  title: { es: '¿A qué cuenta te devolvemos tu dinero?', en: 'Which account shall we send your money to?' },
  /** Before the name of the merchant. */
  from: { es: 'Devolución de', en: 'Refund from' },
  line: {
    es: 'Escribe la CLABE de una cuenta a tu nombre. Nunca te pediremos contraseñas, códigos ni el número de tu tarjeta.',
    en: 'Type the CLABE of an account in your own name. We never ask for passwords, codes or your card number.',
  },
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
    length: { es: 'Una CLABE tiene 18 dígitos; cuéntalos otra vez.', en: 'A CLABE has 18 digits; count them again.' },
    digit: {
      es: 'El último dígito no corresponde a los demás: hay un dígito mal escrito. Compáralos con los de tu banco.',
      en: 'The last digit does not fit the others: one of the digits is wrong. Compare them with your bank’s.',
    },
    bank: { es: 'Ningún banco tiene esos tres primeros dígitos.', en: 'No bank has these first three digits.' },
    own: {
      es: 'Esa es la CLABE de una orden, no la de tu cuenta.',
      en: 'This is the CLABE of an order, not of your account.',
    },
  } satisfies Record<NonNullable<ClabeLook['fault']> | 'own', Both>,
  confirm: {
    title: { es: '¿Es esta tu cuenta?', en: 'Is this your account?' },
    line: {
      es: 'Revisa cada dígito: si uno está mal, el dinero llega a otra persona.',
      en: 'Check each digit: if one is wrong, the money reaches somebody else.',
    },
    bank: { es: 'Banco', en: 'Bank' },
    yes: { es: 'Sí, es mi cuenta', en: 'Yes, it is my account' },
    mend: { es: 'Corregir', en: 'Correct it' },
  },
  ready: { es: 'Listo', en: 'Done' },
  seeOrder: { es: 'Ver mi orden', en: 'See my order' },
  endsIn: (place: string, last: string) => ({ es: `${place}, termina en ${last}`, en: `${place}, ends in ${last}` }),
  done: {
    title: { es: 'Ya tenemos tu CLABE', en: 'We have your CLABE' },
    line: {
      es: 'Puede tardar unos días. Puedes cambiar la cuenta hasta que la transferencia salga al banco, y ya puedes cerrar esta página.',
      en: 'It may take a few days. You can change the account until the transfer goes to the bank, and you may close this page.',
    },
    change: { es: 'Cambiar la cuenta', en: 'Change the account' },
  },
  /** Money that came as coins goes back as coins. */
  coin: (coin: string, network: string) => ({
    title: { es: `¿A qué dirección de ${coin} te devolvemos?`, en: `Which ${coin} address shall we send it to?` },
    line: {
      es: `Escribe una dirección tuya de ${coin} en la red ${network}: se envían al precio del día en que salgan. Nunca te pediremos tus palabras ni tu clave privada.`,
      en: `Type an address of yours for ${coin} in the network ${network}: they are sent at the price of the day on which they leave. We never ask for your words or your private key.`,
    },
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
      line: {
        es: `Se envían en ${coin}. Revisa cada letra: lo que llega a una dirección equivocada no se puede recuperar.`,
        en: `They are sent in ${coin}. Check each letter: what reaches a wrong address cannot be brought back.`,
      },
      network: { es: 'Red', en: 'Network' },
      yes: { es: 'Sí, es mi dirección', en: 'Yes, it is my address' },
    },
    done: {
      title: { es: 'Ya tenemos tu dirección', en: 'We have your address' },
      line: {
        es: `Los ${coin} pueden tardar unos días. Puedes cambiar la dirección hasta que se envíen, y ya puedes cerrar esta página.`,
        en: `The ${coin} may take a few days. You can change the address until they are sent, and you may close this page.`,
      },
      change: { es: 'Cambiar la dirección', en: 'Change the address' },
    },
  }),
  /** The link, sent once more. */
  again: (mail: string, shop: string) => ({
    ask: {
      title: { es: '¿Te enviamos la liga otra vez?', en: 'Shall we send you the link again?' },
      lines: [
        {
          es: `La enviaremos a tu correo ${mail}, y la liga de antes deja de funcionar. Mira también en el correo no deseado.`,
          en: `We will send it to your address ${mail}, and the earlier link stops working. Look in your spam folder, too.`,
        },
        {
          es: `¿No es tu correo o ya no lo usas? Habla con ${shop}.`,
          en: `Not your address, or no longer in use? Talk to ${shop}.`,
        },
      ],
    },
    send: { es: 'Enviarme la liga', en: 'Send me the link' },
    back: { es: 'Volver a mi orden', en: 'Back to my order' },
    sent: {
      title: { es: 'Busca en tu correo', en: 'Look in your e-mail' },
      lines: [
        {
          es: `La liga llega a ${mail} en unos momentos. Si no aparece, mira en el correo no deseado.`,
          en: `The link arrives at ${mail} in a few moments. If it does not show, look in your spam folder.`,
        },
      ],
    },
    notSent: {
      title: { es: 'No podemos enviarte la liga', en: 'We cannot send you the link' },
      lines: [
        {
          es: `Ya te la enviamos varias veces, o ya no hace falta. Habla con ${shop}.`,
          en: `We have sent it several times, or it is no longer needed. Talk to ${shop}.`,
        },
      ],
    },
  }),
  gone: {
    title: { es: 'Esta liga ya no funciona', en: 'This link does not work any more' },
    lines: [
      {
        es: 'La transferencia ya salió al banco, la liga venció o la reemplaza una más nueva. Si aún esperas tu dinero, habla con el negocio.',
        en: 'The transfer has gone to the bank, the link has expired, or a newer one replaces it. If you still wait for your money, talk to the shop.',
      },
    ],
  },
});
