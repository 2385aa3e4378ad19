// The texts of the merchants' pages at the desk.
import type { Language } from '../../../domain/base/language.js';
import type { PolicyCase, PolicyChoice } from '../../../domain/money/policy.js';

type MerchantsTexts = {
  readonly title: string;
  readonly search: string;
  readonly searchHint: string;
  readonly none: string;
  readonly add: string;
  readonly addIntro: string;
  readonly name: string;
  readonly create: string;
  readonly created: string;
  readonly keysOnce: string;
  readonly keysIntro: string;
  readonly toMerchant: string;
  readonly active: string;
  readonly suspended: string;
  readonly available: string;
  readonly waiting: string;
  readonly facts: string;
  readonly version: string;
  readonly envelope: string;
  readonly balances: string;
  readonly balance: Readonly<Record<'available' | 'pending' | 'held' | 'surplus' | 'to_pay_out', string>>;
  readonly orders: string;
  readonly payments: string;
  readonly movements: string;
  readonly keys: string;
  readonly key: Readonly<Record<'public' | 'private', string>>;
  readonly lastUsed: string;
  readonly keyState: Readonly<Record<'works' | 'ends' | 'revoked', string>>;
  readonly roll: string;
  readonly rollText: string;
  readonly grace: string;
  readonly revoke: string;
  readonly revokeText: string;
  readonly newKey: string;
  readonly newKeyOnce: string;
  readonly addKey: string;
  readonly kind: string;
  readonly fees: string;
  readonly percent: string;
  readonly fixed: string;
  readonly own: string;
  readonly usual: string;
  readonly setFee: string;
  readonly badNumber: string;
  readonly policies: string;
  readonly policy: Readonly<Record<PolicyCase, string>>;
  readonly choice: Readonly<Record<PolicyChoice, string>>;
  readonly webhooks: string;
  readonly noWebhooks: string;
  readonly healthy: string;
  readonly failing: (span: string) => string;
  readonly off: string;
  readonly payout: string;
  readonly payoutText: (sum: string) => string;
  readonly payoutButton: (merchant: string) => string;
  readonly clabe: string;
  readonly holder: string;
  readonly bank: string;
  readonly bankHint: string;
  readonly suspend: string;
  readonly suspendText: string;
  readonly resume: string;
  readonly resumeText: string;
  readonly why: string;
  readonly done: Readonly<
    Record<'fee' | 'policies' | 'revoked' | 'payout' | 'suspended' | 'resumed' | 'named', string>
  >;
  readonly rename: string;
};

export const MERCHANTS_TEXTS: Readonly<Record<Language, MerchantsTexts>> = {
  es: {
    title: 'Comercios',
    search: 'Buscar comercio',
    searchHint: 'Nombre o id',
    none: 'Ningún comercio',
    add: 'Nuevo comercio',
    addIntro: 'Se crean sus llaves de prueba y reales. Se muestran una sola vez.',
    name: 'Nombre',
    create: 'Crear comercio',
    created: 'Creado',
    keysOnce: 'Copia las llaves ahora: no se vuelven a mostrar.',
    keysIntro: 'Entrégalas por un canal seguro. Las privadas abren todo lo del comercio.',
    toMerchant: 'Ver el comercio',
    active: 'Activo',
    suspended: 'Suspendido',
    available: 'Disponible',
    waiting: 'En revisión',
    facts: 'Datos',
    version: 'Versión de la interfaz',
    envelope: 'Respuestas con sobre',
    balances: 'Saldos',
    balance: {
      available: 'Disponible',
      pending: 'Por liberar',
      held: 'En revisión',
      surplus: 'De más',
      to_pay_out: 'Por pagar',
    },
    orders: 'Órdenes',
    payments: 'Pagos',
    movements: 'Movimientos',
    keys: 'Llaves',
    key: { public: 'Pública', private: 'Privada' },
    lastUsed: 'Último uso',
    keyState: { works: 'Vigente', ends: 'Termina', revoked: 'Revocada' },
    roll: 'Cambiar',
    rollText: 'Se crea otra llave y se muestra una vez. La de ahora sigue sirviendo estas horas:',
    grace: 'Horas',
    revoke: 'Revocar',
    revokeText: 'Deja de servir en dos segundos. No se puede deshacer.',
    newKey: 'Llave nueva',
    newKeyOnce: 'Cópiala ahora: no se vuelve a mostrar.',
    addKey: 'Agregar llave',
    kind: 'Tipo',
    fees: 'Comisiones',
    percent: 'Porcentaje',
    fixed: 'Fijo en pesos',
    own: 'Propia',
    usual: 'La de todos',
    setFee: 'Cambiar la comisión',
    badNumber: 'Escribe un número con dos decimales como máximo.',
    policies: 'Qué pasa con el dinero raro',
    policy: {
      short: 'Pagan menos',
      over: 'Pagan de más',
      late: 'Pagan tarde, dentro de la gracia',
      too_late: 'Pagan después de la gracia',
      paid_again: 'La orden ya estaba pagada',
      canceled: 'La orden estaba cancelada',
    },
    choice: { accept: 'Aceptar', hold: 'Retener', return: 'Devolver' },
    webhooks: 'Webhooks',
    noWebhooks: 'No tiene webhooks en este modo.',
    healthy: 'Responde',
    failing: (span) => `Falla desde hace ${span}`,
    off: 'Apagado',
    payout: 'Pagar al comercio',
    payoutText: (sum) => `Disponible: ${sum}. Se hace una transferencia por enviar.`,
    payoutButton: (merchant) => `Pagar a ${merchant}`,
    clabe: 'CLABE',
    holder: 'Titular',
    bank: 'Banco',
    bankHint: 'Solo si no se conoce por la CLABE',
    suspend: 'Suspender',
    suspendText:
      'Sus llaves dejan de servir en dos segundos. Su dinero se sigue registrando y sus webhooks se siguen enviando.',
    resume: 'Reactivar',
    resumeText: 'Sus llaves vuelven a servir.',
    why: 'Por qué',
    done: {
      fee: 'La comisión quedó guardada.',
      policies: 'Se guardó qué pasa con el dinero raro.',
      revoked: 'La llave quedó revocada.',
      payout: 'El pago quedó hecho: la transferencia está por enviar.',
      suspended: 'El comercio quedó suspendido.',
      resumed: 'El comercio vuelve a estar activo.',
      named: 'El nombre quedó guardado.',
    },
    rename: 'Cambiar el nombre',
  },
  en: {
    title: 'Merchants',
    search: 'Find a merchant',
    searchHint: 'Name or id',
    none: 'No merchants',
    add: 'New merchant',
    addIntro: 'Their test and live keys are made. They are shown once.',
    name: 'Name',
    create: 'Create the merchant',
    created: 'Created',
    keysOnce: 'Copy the keys now: they are not shown again.',
    keysIntro: 'Hand them over on a safe way. The private ones open all that the merchant has.',
    toMerchant: 'See the merchant',
    active: 'Active',
    suspended: 'Suspended',
    available: 'Available',
    waiting: 'In review',
    facts: 'Facts',
    version: 'Interface version',
    envelope: 'Replies in an envelope',
    balances: 'Balances',
    balance: {
      available: 'Available',
      pending: 'Pending',
      held: 'In review',
      surplus: 'Surplus',
      to_pay_out: 'To pay out',
    },
    orders: 'Orders',
    payments: 'Payments',
    movements: 'Movements',
    keys: 'Keys',
    key: { public: 'Public', private: 'Private' },
    lastUsed: 'Last used',
    keyState: { works: 'Works', ends: 'Ends', revoked: 'Revoked' },
    roll: 'Roll',
    rollText: 'Another key is made and shown once. The one of now goes on working for so many hours:',
    grace: 'Hours',
    revoke: 'Revoke',
    revokeText: 'It stops working within two seconds. This cannot be undone.',
    newKey: 'New key',
    newKeyOnce: 'Copy it now: it is not shown again.',
    addKey: 'Add a key',
    kind: 'Kind',
    fees: 'Fees',
    percent: 'Percent',
    fixed: 'Fixed, in pesos',
    own: 'Their own',
    usual: 'The usual one',
    setFee: 'Change the fee',
    badNumber: 'Give a number with at most two decimals.',
    policies: 'What becomes of odd money',
    policy: {
      short: 'They pay less',
      over: 'They pay more',
      late: 'They pay late, within the grace time',
      too_late: 'They pay after the grace time',
      paid_again: 'The order was paid already',
      canceled: 'The order was canceled',
    },
    choice: { accept: 'Accept', hold: 'Hold', return: 'Return' },
    webhooks: 'Webhooks',
    noWebhooks: 'They have no webhooks in this mode.',
    healthy: 'Answers',
    failing: (span) => `Failing for ${span}`,
    off: 'Off',
    payout: 'Pay out',
    payoutText: (sum) => `Available: ${sum}. A transfer to send is made.`,
    payoutButton: (merchant) => `Pay ${merchant}`,
    clabe: 'CLABE',
    holder: 'Holder',
    bank: 'Bank',
    bankHint: 'Only if the CLABE does not tell',
    suspend: 'Suspend',
    suspendText:
      'Their keys stop working within two seconds. Their money is still booked, and their webhooks still go out.',
    resume: 'Resume',
    resumeText: 'Their keys work again.',
    why: 'Why',
    done: {
      fee: 'The fee was saved.',
      policies: 'What becomes of odd money was saved.',
      revoked: 'The key is revoked.',
      payout: 'The payout is made: its transfer is to be sent.',
      suspended: 'The merchant is suspended.',
      resumed: 'The merchant is active again.',
      named: 'The name was saved.',
    },
    rename: 'Change the name',
  },
};
