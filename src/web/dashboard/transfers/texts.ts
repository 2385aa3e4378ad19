// The texts of outgoing transfers.
import type { Language } from '../../../domain/base/language.js';
import type { TransferReason, TransferStatus } from '../../../domain/transfers/transfer.js';

type TransfersTexts = {
  readonly title: string;
  readonly intro: string;
  readonly status: Readonly<Record<TransferStatus, string>>;
  readonly reason: Readonly<Record<TransferReason, string>>;
  readonly to: string;
  readonly why: string;
  readonly created: string;
  readonly none: Readonly<Record<TransferStatus, string>>;
  readonly exportButton: (count: number, sum: string) => string;
  readonly nothingToExport: string;
  readonly importTitle: string;
  readonly importIntro: string;
  readonly importFile: string;
  readonly importText: string;
  readonly importHint: string;
  readonly importButton: string;
  readonly importEmpty: string;
  readonly imported: (done: number, refused: number) => string;
  readonly line: string;
  readonly outcome: string;
  readonly taken: string;
  readonly refused: string;
  readonly batch: string;
  readonly batches: string;
  readonly batchIntro: string;
  readonly noBatches: string;
  readonly download: string;
  readonly exported: string;
  readonly transfer: string;
  readonly holder: string;
  readonly clabe: string;
  readonly bank: string;
  readonly bankHint: string;
  readonly trackingKey: string;
  readonly order: string;
  readonly payment: string;
  readonly decidedBy: string;
  readonly file: string;
  readonly history: string;
  readonly steps: Readonly<Record<'created' | 'destination' | 'exported' | 'sent' | 'confirmed' | 'bounced', string>>;
  readonly next: string;
  readonly setDestination: string;
  readonly markSent: string;
  readonly markSentText: string;
  readonly confirm: (sum: string, holder: string) => string;
  readonly confirmText: string;
  readonly bounce: string;
  readonly bounceText: string;
  readonly bounceWhy: string;
  readonly link: string;
  readonly linkText: string;
  readonly linkShown: string;
  readonly done: Readonly<Record<'exported' | 'destination' | 'sent' | 'confirmed' | 'bounced', string>>;
  readonly missingKey: string;
};

export const TRANSFERS_TEXTS: Readonly<Record<Language, TransfersTexts>> = {
  es: {
    title: 'Transferencias',
    intro: 'Dinero que sale: reembolsos, devoluciones y pagos a comercios, hasta que el banco lo confirma.',
    status: {
      needs_destination: 'Sin cuenta',
      to_send: 'Por enviar',
      sent: 'Enviadas',
      confirmed: 'Confirmadas',
      bounced: 'Rechazadas',
    },
    reason: { refund: 'Reembolso', return: 'Devolución', payout: 'Pago al comercio' },
    to: 'Para',
    why: 'Motivo',
    created: 'Decidida',
    none: {
      needs_destination: 'Todas tienen cuenta',
      to_send: 'Nada por enviar',
      sent: 'Nada sin confirmar',
      confirmed: 'Todavía no se confirma ninguna',
      bounced: 'Ninguna fue rechazada',
    },
    exportButton: (count, sum) => `Hacer archivo del banco: ${count} por ${sum}`,
    nothingToExport: 'No hay nada por enviar que no esté ya en un archivo.',
    importTitle: 'Resultados del banco',
    importIntro:
      'Un CSV con las columnas `id`, `tracking_key`, `status` (`sent`, `confirmed` o `bounced`) y, si quieres, `note`. Subir el mismo archivo otra vez no cambia nada.',
    importFile: 'Archivo CSV',
    importText: 'O pega aquí las líneas',
    importHint: 'La primera línea lleva los nombres de las columnas.',
    importButton: 'Registrar resultados',
    importEmpty: 'Elige un archivo o pega sus líneas.',
    imported: (done, refused) => `${done} registradas, ${refused} no.`,
    line: 'Línea',
    outcome: 'Resultado',
    taken: 'Registrada',
    refused: 'No se registró',
    batch: 'Archivo del banco',
    batches: 'Archivos recientes',
    batchIntro: 'Súbelo a la banca de tu banco. Es siempre el mismo archivo: una transferencia está en uno solo.',
    noBatches: 'Todavía no se ha hecho ningún archivo.',
    download: 'Descargar CSV',
    exported: 'Hecho',
    transfer: 'Transferencia',
    holder: 'Titular',
    clabe: 'CLABE',
    bank: 'Banco',
    bankHint: 'Solo si no se conoce por la CLABE',
    trackingKey: 'Clave de rastreo',
    order: 'Orden',
    payment: 'Pago',
    decidedBy: 'Decidió',
    file: 'Archivo',
    history: 'Qué pasó',
    steps: {
      created: 'Decidida',
      destination: 'Con cuenta',
      exported: 'En un archivo del banco',
      sent: 'Enviada',
      confirmed: 'Confirmada',
      bounced: 'Rechazada',
    },
    next: 'Qué sigue',
    setDestination: 'Guardar la cuenta',
    markSent: 'Registrar el envío',
    markSentText: 'El banco ya la tiene y dio su clave de rastreo.',
    confirm: (sum, holder) => `Confirmar ${sum} a ${holder}`,
    confirmText: 'El dinero llegó. Los libros dejan de deberlo.',
    bounce: 'Registrar el rechazo',
    bounceText: 'El banco la rechazó o la devolvió. El dinero vuelve a donde estaba.',
    bounceWhy: 'Qué dijo el banco',
    link: 'Nueva liga para el cliente',
    linkText: 'Con la liga, el cliente escribe su CLABE una vez. La anterior deja de servir.',
    linkShown: 'Cópiala ahora: no se vuelve a mostrar.',
    done: {
      exported: 'El archivo está listo.',
      destination: 'Se guardó la cuenta.',
      sent: 'Quedó como enviada.',
      confirmed: 'Quedó como confirmada.',
      bounced: 'Quedó como rechazada; el dinero volvió a donde estaba.',
    },
    missingKey: 'Escribe la clave de rastreo: hasta 30 letras, dígitos, - o _.',
  },
  en: {
    title: 'Transfers',
    intro: 'Money that goes out: refunds, returns and payouts, until the bank confirms it.',
    status: {
      needs_destination: 'No account yet',
      to_send: 'To send',
      sent: 'Sent',
      confirmed: 'Confirmed',
      bounced: 'Bounced',
    },
    reason: { refund: 'Refund', return: 'Return', payout: 'Payout' },
    to: 'To',
    why: 'Reason',
    created: 'Decided',
    none: {
      needs_destination: 'All have an account',
      to_send: 'Nothing to send',
      sent: 'Nothing waits for the bank',
      confirmed: 'None was confirmed yet',
      bounced: 'None has bounced',
    },
    exportButton: (count, sum) => `Make a bank file: ${count} for ${sum}`,
    nothingToExport: 'There is nothing to send that is not in a file already.',
    importTitle: 'Results of the bank',
    importIntro:
      'A CSV with the columns `id`, `tracking_key`, `status` (`sent`, `confirmed` or `bounced`) and perhaps `note`. The same file again changes nothing.',
    importFile: 'CSV file',
    importText: 'Or paste its lines here',
    importHint: 'The first line has the names of the columns.',
    importButton: 'Take over the results',
    importEmpty: 'Choose a file or paste its lines.',
    imported: (done, refused) => `${done} taken over, ${refused} refused.`,
    line: 'Line',
    outcome: 'Result',
    taken: 'Taken over',
    refused: 'Refused',
    batch: 'Bank file',
    batches: 'Recent files',
    batchIntro: 'Upload it to your bank. It is always the same file: a transfer is in one file only.',
    noBatches: 'No file was made yet.',
    download: 'Download CSV',
    exported: 'Made',
    transfer: 'Transfer',
    holder: 'Holder',
    clabe: 'CLABE',
    bank: 'Bank',
    bankHint: 'Only if the CLABE does not tell',
    trackingKey: 'Tracking key',
    order: 'Order',
    payment: 'Payment',
    decidedBy: 'Decided by',
    file: 'File',
    history: 'What happened',
    steps: {
      created: 'Decided',
      destination: 'Has an account',
      exported: 'In a bank file',
      sent: 'Sent',
      confirmed: 'Confirmed',
      bounced: 'Bounced',
    },
    next: 'What is next',
    setDestination: 'Save the account',
    markSent: 'Mark as sent',
    markSentText: 'The bank has it and gave its tracking key.',
    confirm: (sum, holder) => `Confirm ${sum} to ${holder}`,
    confirmText: 'The money has arrived. The books no longer owe it.',
    bounce: 'Mark as bounced',
    bounceText: 'The bank refused it or sent it back. The money goes back to where it was.',
    bounceWhy: 'What the bank said',
    link: 'New link for the customer',
    linkText: 'With the link the customer gives their CLABE, once. The one before stops working.',
    linkShown: 'Copy it now: it is not shown again.',
    done: {
      exported: 'The file is ready.',
      destination: 'The account was saved.',
      sent: 'It is marked as sent.',
      confirmed: 'It is marked as confirmed.',
      bounced: 'It is marked as bounced; the money went back to where it was.',
    },
    missingKey: 'Give the tracking key: up to 30 letters, digits, - or _.',
  },
};
