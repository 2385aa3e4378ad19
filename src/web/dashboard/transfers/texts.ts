// The texts of outgoing transfers.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { TransferReason, TransferStatus } from '../../../domain/transfers/transfer.js';
import type { DoneText } from '../frame/frame.js';

export const TRANSFERS_TEXTS = inBoth({
  title: { es: 'Transferencias', en: 'Transfers' },
  status: {
    to_fund: { es: 'Sin fondos', en: 'Waiting for money' },
    needs_destination: { es: 'Sin cuenta', en: 'No account yet' },
    to_send: { es: 'Por enviar', en: 'To send' },
    sent: { es: 'Enviadas', en: 'Sent' },
    confirmed: { es: 'Confirmadas', en: 'Confirmed' },
    bounced: { es: 'Rechazadas', en: 'Bounced' },
  } satisfies Record<TransferStatus, Both>,
  /** Of one. */
  state: {
    to_fund: { es: 'Sin fondos', en: 'Waiting for money' },
    needs_destination: { es: 'Sin cuenta', en: 'No account yet' },
    to_send: { es: 'Por enviar', en: 'To send' },
    sent: { es: 'Enviada', en: 'Sent' },
    confirmed: { es: 'Confirmada', en: 'Confirmed' },
    bounced: { es: 'Rechazada', en: 'Bounced' },
  } satisfies Record<TransferStatus, Both>,
  reason: {
    refund: { es: 'Reembolso', en: 'Refund' },
    return: { es: 'Devolución', en: 'Return' },
    payout: { es: 'Pago al comercio', en: 'Payout' },
  } satisfies Record<TransferReason, Both>,
  to: { es: 'Para', en: 'To' },
  why: { es: 'Motivo', en: 'Reason' },
  kind: { es: 'Tipo', en: 'Kind' },
  noReason: { es: 'No dio motivo', en: 'No reason given' },
  /** Before a time: money that went to the same account earlier came back. */
  bouncedAt: { es: 'Rechazo ahí', en: 'Bounced there' },
  afterBounce: {
    es: 'El dinero volvió a donde estaba. Corrige la cuenta y págalo otra vez.',
    en: 'The money is back where it was. Correct the account and pay it again.',
  },
  again: {
    refund: { es: 'Ver la orden', en: 'See the order' },
    return: { es: 'Decidir otra vez', en: 'Decide again' },
    payout: { es: 'Corregir y pagar', en: 'Correct and pay' },
  } satisfies Record<TransferReason, Both>,
  created: { es: 'Decidida', en: 'Decided' },
  none: {
    to_fund: { es: 'Ningún reembolso espera fondos', en: 'No refund waits for money' },
    needs_destination: { es: 'Todas tienen cuenta', en: 'All have an account' },
    to_send: { es: 'Nada por enviar', en: 'Nothing to send' },
    sent: { es: 'Nada sin confirmar', en: 'Nothing waits for the bank' },
    confirmed: { es: 'Todavía no se confirma ninguna', en: 'None was confirmed yet' },
    bounced: { es: 'Ninguna fue rechazada', en: 'None has bounced' },
  } satisfies Record<TransferStatus, Both>,
  exportButton: (count: number, sum: string) => ({
    es: `Hacer archivo · ${count} · ${sum}`,
    en: `Make a file · ${count} · ${sum}`,
  }),
  exportCoins: (coin: string) => ({ es: `Hacer lista de ${coin} por enviar`, en: `Make a list of ${coin} to send` }),
  address: { es: 'Dirección', en: 'Address' },
  addressHint: (coin: string, network: string) => ({
    es: `Una dirección de ${coin} en la red ${network}.`,
    en: `An address of ${coin} in the network ${network}.`,
  }),
  transaction: { es: 'Transacción', en: 'Transaction' },
  nothingToExport: {
    es: 'No hay nada por enviar que no esté ya en un archivo.',
    en: 'There is nothing to send that is not in a file already.',
  },
  importTitle: { es: 'Resultados del banco', en: 'Bank results' },
  importIntro: {
    es: 'Un CSV con las columnas `id`, `tracking_key`, `status` (`sent`, `confirmed` o `bounced`) y, si quieres, `note`, `amount` y `clabe`.',
    en: 'A CSV with the columns `id`, `tracking_key`, `status` (`sent`, `confirmed` or `bounced`) and perhaps `note`, `amount` and `clabe`.',
  },
  importAsks: {
    es: 'El archivo que te da tu banco. Nada se registra hasta que lo confirmes, y nada dos veces.',
    en: 'The file that your bank gives you. Nothing is booked until you confirm it, and nothing twice.',
  },
  importFile: { es: 'Elegir el archivo de resultados', en: 'Choose the file of results' },
  noFile: { es: '¿Tu banco no da un archivo?', en: 'Your bank gives no file?' },
  importText: { es: 'O pega aquí las líneas', en: 'Or paste its lines here' },
  importHint: {
    es: 'La primera línea lleva los nombres de las columnas.',
    en: 'The first line has the names of the columns.',
  },
  importButton: { es: 'Vista previa', en: 'Preview' },
  importEmpty: { es: 'Elige un archivo o pega sus líneas.', en: 'Choose a file or paste its lines.' },
  imported: (done: number, sum: string, refused: number) => ({
    es: `${done} ${done === 1 ? 'registrada' : 'registradas'} · ${sum}${refused === 0 ? '' : `, ${refused} sin registrar`}`,
    en: `${done} booked · ${sum}${refused === 0 ? '' : `, ${refused} refused`}`,
  }),
  importAnother: { es: 'Importar otro archivo', en: 'Import another file' },
  inFile: (number: number) => ({ es: `En el archivo ${number}`, en: `In file ${number}` }),
  otherBank: { es: 'Otro banco', en: 'Another bank' },
  addOwn: (format: string) => ({ es: `${format}: agrega tu cuenta`, en: `${format}: add your account` }),
  downloaded: { es: 'Descargado', en: 'Downloaded' },
  moreTaken: (count: number) => ({ es: `Y ${count} más.`, en: `And ${count} more.` }),
  line: { es: 'Línea', en: 'Line' },
  outcome: { es: 'Resultado', en: 'Result' },
  refused: { es: 'No se registró', en: 'Refused' },
  batch: { es: 'Archivo del banco', en: 'Bank file' },
  batches: { es: 'Archivos recientes', en: 'Recent files' },
  leftOut: (count: number) => ({
    es: `${count} de sus líneas no se descargan: se confirmaron, rebotaron o cambiaron y el banco las pagaría dos veces, o su comercio está suspendido.`,
    en: `${count} of its lines are not downloaded: they are confirmed, bounced or changed and the bank would pay them twice, or their merchant is suspended.`,
  }),
  download: { es: 'CSV de Cobro', en: 'Cobro’s own CSV' },
  noLayout: {
    es: 'Tu cuenta no está configurada en ningún formato de banco. El CSV de Cobro solo sirve para revisar o capturar a mano.',
    en: 'Your account is not set up in any bank format. Cobro’s own CSV is only to look at or type from.',
  },
  setBank: { es: 'Configurar tu banco', en: 'Set up your bank' },
  bankSteps: {
    download: { es: 'Descarga el archivo para tu banco.', en: 'Download the file for your bank.' },
    upload: {
      es: 'Envíalo una vez, subido o capturado, a un solo banco: dos veces paga dos veces',
      en: 'Send it once, uploaded or typed, to one bank: twice pays twice',
    },
    results: { es: 'Importa sus resultados', en: 'Import its results' },
  },
  notDownloaded: { es: 'Sin descargar', en: 'Not downloaded' },
  exported: { es: 'Hecho', en: 'Made' },
  transfer: { es: 'Transferencia', en: 'Transfer' },
  holder: { es: 'Titular', en: 'Holder' },
  clabe: { es: 'CLABE', en: 'CLABE' },
  bank: { es: 'Banco', en: 'Bank' },
  bankHint: { es: 'Solo si no se conoce por la CLABE', en: 'Only if the CLABE does not tell' },
  trackingKey: { es: 'Clave de rastreo', en: 'Tracking key' },
  order: { es: 'Orden', en: 'Order' },
  payment: { es: 'Pago', en: 'Payment' },
  decidedBy: { es: 'Decidió', en: 'Decided by' },
  file: { es: 'Archivo', en: 'File' },
  history: { es: 'Qué pasó', en: 'What happened' },
  steps: {
    created: { es: 'Decidida', en: 'Decided' },
    destination: { es: 'Cuenta dada', en: 'Account given' },
    exported: { es: 'En un archivo del banco', en: 'In a bank file' },
    sent: { es: 'Enviada', en: 'Sent' },
    confirmed: { es: 'Confirmada', en: 'Confirmed' },
    bounced: { es: 'Rechazada', en: 'Bounced' },
  },
  next: { es: 'Qué sigue', en: 'What is next' },
  setDestination: { es: 'Guardar la cuenta', en: 'Save the account' },
  markSent: { es: 'Registrar el envío', en: 'Mark as sent' },
  markSentText: {
    es: 'El banco ya la tiene y dio su clave de rastreo.',
    en: 'The bank has it and gave its tracking key.',
  },
  correct: { es: 'Corregir lo que dijo el banco', en: 'Correct what the bank said' },
  confirm: (sum: string, holder: string) => ({ es: `Confirmar ${sum} a ${holder}`, en: `Confirm ${sum} to ${holder}` }),
  confirmText: {
    es: 'El dinero llegó. Los libros dejan de deberlo.',
    en: 'The money has arrived. The books no longer owe it.',
  },
  bounce: { es: 'Registrar el rechazo', en: 'Mark as bounced' },
  bounceText: (sum: string, merchant: string | null) => ({
    es: `Si el banco la rechazó o la devolvió: ${sum} vuelve ${merchant === null ? 'a donde estaba' : `al disponible de ${merchant}`}.`,
    en: `If the bank refused it or sent it back: ${sum} goes back to ${merchant === null ? 'where it was' : `what is available to ${merchant}`}.`,
  }),
  lend: (sum: string, merchant: string) => ({ es: `Prestar ${sum} a ${merchant}`, en: `Lend ${sum} to ${merchant}` }),
  lendText: {
    es: 'El comercio no tiene saldo para este reembolso. Se envía solo cuando lo tenga, o si le prestas: entonces te lo debe.',
    en: 'The merchant has no money for this refund. It goes out when they have, or if you lend it: then they owe it to you.',
  },
  drop: { es: 'Deshacer el reembolso', en: 'Undo the refund' },
  dropText: {
    es: 'La transferencia no se hace, y la orden ya no cuenta el reembolso.',
    en: 'The transfer is not made, and the order no longer counts the refund.',
  },
  bounceWhy: { es: 'El banco dijo', en: 'The bank said' },
  link: { es: 'Ver una liga nueva para el cliente', en: 'Show a new link for the customer' },
  linkText: {
    es: 'Si el correo no le llega: con la liga, el cliente escribe su CLABE una vez. La anterior deja de servir.',
    en: 'If the e-mail does not reach them: with the link the customer gives their CLABE, once. The one before stops working.',
  },
  sendLink: { es: 'Mandar al cliente una liga nueva', en: 'Send the customer a new link' },
  sendLinkText: {
    es: 'Por correo, a la dirección de la orden: nadie más la ve. La anterior deja de servir.',
    en: 'By e-mail, to the address of the order: nobody else sees it. The one before stops working.',
  },
  resume: {
    title: { es: 'Los archivos para el banco esperan', en: 'Bank files wait' },
    text: (time: string) => ({
      es: `La base de datos volvió a como estaba el ${time}. El banco pudo pagar desde entonces lo que aquí sigue por enviar. Importa sus resultados, o registra una por una las que pagó. Hasta que lo digas, tampoco salen pagos por plan ni reembolsos sin fondos.`,
      en: `The database went back to ${time}. The bank may have paid since what is still to be sent here. Import its results, or mark what it paid one by one. Until you say so, plans pay nothing either, and refunds without money wait.`,
    }),
    lost: (count: number) => ({
      es: `${count === 1 ? 'Una se hizo' : `${count} se hicieron`} después del respaldo y aquí no están. De las que el banco pagó: hazlas otra vez ahora, y regístralas como enviadas y confirmadas; mientras los archivos esperan no sale nada. Las que no pagó no cuentan.`,
      en: `${count === 1 ? 'One was' : `${count} were`} made since the backup and ${count === 1 ? 'is' : 'are'} not here. Those that the bank has paid: make them again now, and mark them as sent and confirmed; while files wait nothing goes out. Those that it has not paid do not count.`,
    }),
    notCompared: {
      es: 'No había una base de datos anterior con qué comparar. Revisa los estados de cuenta del banco desde entonces: lo que salió y aquí no está hay que hacerlo otra vez, y registrarlo como enviado y confirmado, antes de seguir.',
      en: 'There was no database of before to compare with. Look at the bank’s statements since then: what went out and is not here has to be made again, and marked as sent and confirmed, before you go on.',
    },
    sure: {
      es: 'Lo que queda por enviar no lo ha pagado el banco, y lo que pagó y aquí faltaba ya está registrado: puede salir dinero otra vez.',
      en: 'The bank has not paid what is still to be sent, and what it has paid and was missing here is recorded: money may go out again.',
    },
    button: { es: 'Hacer archivos otra vez', en: 'Make files again' },
  },
  linkShown: { es: 'Cópiala ahora: no se vuelve a mostrar.', en: 'Copy it now: it is not shown again.' },
  missingKey: {
    es: 'Escribe la clave de rastreo: hasta 30 letras, dígitos, - o _.',
    en: 'Give the tracking key: up to 30 letters, digits, - or _.',
  },
});

/** What the next page says after a form. */
export const TRANSFERS_DONE = {
  resumed: { es: 'Se pueden hacer archivos otra vez.', en: 'Files can be made again.' },
  exported: { es: 'El archivo está listo.', en: 'The file is ready.' },
  noBank: {
    es: 'El archivo está hecho. Para descargarlo para tu banco, configúralo primero.',
    en: 'The file is made. To download it for your bank, set that up first.',
    tone: 'wait',
  },
  destination: { es: 'Se guardó la cuenta.', en: 'The account was saved.' },
  linkSent: { es: 'La liga va en camino al cliente.', en: 'The link is on its way to the customer.' },
  sent: { es: 'Quedó como enviada.', en: 'It is marked as sent.' },
  confirmed: { es: 'Quedó como confirmada.', en: 'It is marked as confirmed.' },
  lent: { es: 'El reembolso está por enviar.', en: 'The refund is to be sent.' },
  bounced: {
    es: 'Quedó como rechazada; el dinero volvió a donde estaba.',
    en: 'It is marked as bounced; the money went back to where it was.',
  },
} satisfies Record<string, DoneText>;
