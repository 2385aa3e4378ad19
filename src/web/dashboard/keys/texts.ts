// The texts of the pages about keys.

import type { Right } from '../../../domain/accounts/right.js';
import type { Language } from '../../../domain/base/language.js';

export type KeysTexts = {
  readonly title: string;
  readonly note: string;
  readonly none: string;
  readonly add: string;
  readonly newTitle: string;
  readonly key: string;
  readonly kind: string;
  readonly kinds: { readonly private: string; readonly public: string };
  readonly kindHint: string;
  readonly limits: string;
  readonly allRights: string;
  readonly publicRights: string;
  readonly restricted: (count: number) => string;
  readonly anywhere: string;
  readonly from: string;
  readonly created: string;
  readonly lastUsed: string;
  readonly never: string;
  readonly state: string;
  readonly working: string;
  readonly ends: string;
  readonly ended: string;
  readonly revoked: string;
  readonly name: string;
  readonly nameHint: string;
  readonly unnamed: string;
  readonly rights: string;
  readonly rightsHint: string;
  readonly rightNames: Readonly<Record<Right, string>>;
  readonly addresses: string;
  readonly addressesHint: string;
  readonly create: string;
  readonly made: string;
  readonly once: string;
  readonly copy: string;
  readonly copied: string;
  readonly kept: string;
  readonly roll: string;
  readonly rollNote: string;
  readonly grace: string;
  readonly graces: Readonly<Record<'0' | '1' | '24' | '168', string>>;
  readonly rollSure: string;
  readonly oldEnds: (time: string) => string;
  readonly revoke: string;
  readonly revokeNote: string;
  readonly lastNote: string;
  readonly revokeSure: string;
  readonly revokedDone: string;
  readonly createdDone: string;
  readonly rolledDone: string;
  readonly endingNote: string;
  readonly guides: { readonly api: string; readonly reference: string };
};

export const KEYS_TEXTS: Readonly<Record<Language, KeysTexts>> = {
  es: {
    title: 'Llaves',
    note: 'Con una llave tus programas hablan con la API. La privada nunca sale de tu servidor; la pública puede ir en tu página.',
    none: 'No hay llaves en este modo.',
    add: 'Nueva llave',
    newTitle: 'Nueva llave',
    key: 'Llave',
    kind: 'Tipo',
    kinds: { private: 'Privada', public: 'Pública' },
    kindHint:
      'La privada hace todo, o lo que elijas abajo, y solo está en tu servidor. La pública crea órdenes y lee las que conoce; puede estar en tu página.',
    limits: 'Permisos',
    allRights: 'Todos',
    publicRights: 'Crear órdenes',
    restricted: (count) => (count === 1 ? '1 permiso' : `${count} permisos`),
    anywhere: 'Desde cualquier lugar',
    from: 'Solo desde',
    created: 'Creada',
    lastUsed: 'Último uso',
    never: 'Nunca',
    state: 'Estado',
    working: 'Funciona',
    ends: 'Termina',
    ended: 'Terminó',
    revoked: 'Revocada',
    name: 'Nombre',
    nameHint: 'Para reconocerla: dónde la usas. Es opcional.',
    unnamed: 'Sin nombre',
    rights: 'Permisos de una llave privada',
    rightsHint: 'Si no marcas ninguno, puede hacer todo.',
    rightNames: {
      'orders:read': 'Ver órdenes',
      'orders:write': 'Crear y cancelar órdenes, mandar SMS',
      'money:read': 'Ver pagos, reembolsos y saldo',
      'refunds:write': 'Reembolsar y decidir sobre pagos',
      'links:read': 'Ver ligas de pago',
      'links:write': 'Crear y cerrar ligas de pago',
      'webhooks:read': 'Ver webhooks',
      'webhooks:write': 'Cambiar webhooks y reenviar',
      'events:read': 'Ver eventos y sus entregas',
      'test:write': 'Pagos y relojes de prueba',
    },
    addresses: 'Direcciones desde las que funciona',
    addressesHint:
      'Direcciones IP o redes, una por línea; por ejemplo 203.0.113.7 o 203.0.113.0/24. Vacío: cualquiera.',
    create: 'Crear la llave',
    made: 'Guarda la llave ahora',
    once: 'Solo se muestra esta vez. No la guardamos: si la pierdes, crea otra y revoca esta.',
    copy: 'Copiar la llave',
    copied: 'Llave copiada',
    kept: 'Ya la guardé',
    roll: 'Reemplazar',
    rollNote:
      'Crea una llave igual con otro valor. La de ahora sigue funcionando el tiempo que elijas, para que cambies tus programas sin cortes.',
    grace: 'La llave de ahora sigue funcionando',
    graces: { '0': 'No, termina ya', '1': '1 hora', '24': '1 día', '168': '7 días' },
    rollSure: 'Reemplazar la llave',
    oldEnds: (time) => `La llave anterior funciona hasta ${time}.`,
    revoke: 'Revocar',
    revokeNote:
      'Deja de funcionar en dos segundos y no se puede deshacer. Los programas que la usan reciben errores 401.',
    lastNote:
      'Es la última llave privada de este modo: después ningún programa tuyo podrá leer ni cambiar nada por la API hasta que crees otra.',
    revokeSure: 'Revocar la llave',
    revokedDone: 'La llave quedó revocada.',
    createdDone: 'La llave se creó.',
    rolledDone: 'La llave se reemplazó.',
    endingNote: 'Esta llave ya fue reemplazada.',
    guides: { api: 'La API y sus llaves', reference: 'Referencia' },
  },
  en: {
    title: 'Keys',
    note: 'With a key your programs speak to the API. A private key never leaves your server; a public one may be on your page.',
    none: 'There are no keys in this mode.',
    add: 'New key',
    newTitle: 'New key',
    key: 'Key',
    kind: 'Kind',
    kinds: { private: 'Private', public: 'Public' },
    kindHint:
      'A private key does everything, or what you choose below, and is only on your server. A public key creates orders and reads those it knows; it may be on your page.',
    limits: 'Rights',
    allRights: 'All',
    publicRights: 'Create orders',
    restricted: (count) => (count === 1 ? '1 right' : `${count} rights`),
    anywhere: 'From anywhere',
    from: 'Only from',
    created: 'Created',
    lastUsed: 'Last used',
    never: 'Never',
    state: 'State',
    working: 'Works',
    ends: 'Ends',
    ended: 'Ended',
    revoked: 'Revoked',
    name: 'Name',
    nameHint: 'To recognise it: where you use it. Optional.',
    unnamed: 'No name',
    rights: 'Rights of a private key',
    rightsHint: 'If you tick none, it may do everything.',
    rightNames: {
      'orders:read': 'See orders',
      'orders:write': 'Create and cancel orders, send SMS',
      'money:read': 'See payments, refunds and balance',
      'refunds:write': 'Refund, and decide about payments',
      'links:read': 'See payment links',
      'links:write': 'Create and close payment links',
      'webhooks:read': 'See webhooks',
      'webhooks:write': 'Change webhooks and send again',
      'events:read': 'See events and their deliveries',
      'test:write': 'Test payments and test clocks',
    },
    addresses: 'Addresses that it works from',
    addressesHint: 'IP addresses or networks, one a line; for example 203.0.113.7 or 203.0.113.0/24. Empty: any.',
    create: 'Create the key',
    made: 'Keep the key now',
    once: 'It is shown this once. We do not store it: if you lose it, create another and revoke this one.',
    copy: 'Copy the key',
    copied: 'Key copied',
    kept: 'I have kept it',
    roll: 'Roll',
    rollNote:
      'Creates the same key with another value. The one of now goes on working for as long as you choose, so that you can change your programs without a gap.',
    grace: 'The key of now goes on working for',
    graces: { '0': 'No time, it ends now', '1': '1 hour', '24': '1 day', '168': '7 days' },
    rollSure: 'Roll the key',
    oldEnds: (time) => `The key before works until ${time}.`,
    revoke: 'Revoke',
    revokeNote: 'It stops working within two seconds, and this cannot be undone. Programs that use it get 401 errors.',
    lastNote:
      'It is the last private key of this mode: afterwards none of your programs can read or change anything through the API until you create another.',
    revokeSure: 'Revoke the key',
    revokedDone: 'The key is revoked.',
    createdDone: 'The key was created.',
    rolledDone: 'The key was rolled.',
    endingNote: 'This key was replaced already.',
    guides: { api: 'The API and its keys', reference: 'Reference' },
  },
};
