// The texts of the pages about keys.
import type { Right } from '../../../domain/accounts/right.js';
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { Language } from '../../../domain/base/language.js';

export const KEYS_TEXTS = inBoth({
  title: { es: 'Llaves', en: 'Keys' },
  note: {
    es: 'La privada nunca sale de tu servidor; la pública puede ir en tu página.',
    en: 'A private key never leaves your server; a public one may be on your page.',
  },
  none: { es: 'No hay llaves en este modo.', en: 'There are no keys in this mode.' },
  add: { es: 'Nueva llave', en: 'New key' },
  newTitle: { es: 'Nueva llave', en: 'New key' },
  key: { es: 'Llave', en: 'Key' },
  kind: { es: 'Tipo', en: 'Kind' },
  kinds: {
    private: { es: 'Privada', en: 'Private' },
    public: { es: 'Pública', en: 'Public' },
  },
  kindHint: {
    es: 'La privada solo está en tu servidor. La pública crea órdenes y lee las que conoce; puede estar en tu página.',
    en: 'A private key is only on your server. A public key creates orders and reads those it knows; it may be on your page.',
  },
  limits: { es: 'Permisos', en: 'Rights' },
  allRights: { es: 'Todos', en: 'All' },
  publicRights: { es: 'Crear órdenes', en: 'Create orders' },
  restricted: (count: number) => ({
    es: count === 1 ? '1 permiso' : `${count} permisos`,
    en: count === 1 ? '1 right' : `${count} rights`,
  }),
  anywhere: { es: 'Desde cualquier lugar', en: 'From anywhere' },
  from: { es: 'Solo desde', en: 'Only from' },
  created: { es: 'Creada', en: 'Created' },
  lastUsed: { es: 'Último uso', en: 'Last used' },
  never: { es: 'Nunca', en: 'Never' },
  state: { es: 'Estado', en: 'State' },
  working: { es: 'Activa', en: 'Active' },
  ends: { es: 'Termina', en: 'Ends' },
  ended: { es: 'Terminó', en: 'Ended' },
  revoked: { es: 'Revocada', en: 'Revoked' },
  name: { es: 'Nombre', en: 'Name' },
  nameHint: { es: 'Para reconocerla: dónde la usas (opcional).', en: 'To recognise it: where you use it (optional).' },
  unnamed: { es: 'Sin nombre', en: 'No name' },
  rights: { es: 'Permisos', en: 'Rights' },
  mayAll: { es: 'Todo lo que tú puedes', en: 'Everything you can do' },
  mayChosen: { es: 'Solo lo que elijas', en: 'Only what you choose' },
  chosen: { es: 'Lo que puede', en: 'What it may do' },
  rightNames: {
    'orders:read': { es: 'Ver órdenes', en: 'See orders' },
    'orders:write': { es: 'Crear y cancelar órdenes, mandar SMS', en: 'Create and cancel orders, send SMS' },
    'money:read': { es: 'Ver pagos, reembolsos y saldo', en: 'See payments, refunds and balance' },
    'refunds:write': { es: 'Reembolsar y decidir sobre pagos', en: 'Refund, and decide about payments' },
    'links:read': { es: 'Ver ligas de pago', en: 'See payment links' },
    'links:write': { es: 'Crear y cerrar ligas de pago', en: 'Create and close payment links' },
    'webhooks:read': { es: 'Ver webhooks', en: 'See webhooks' },
    'webhooks:write': { es: 'Cambiar webhooks y reenviar', en: 'Change webhooks and send again' },
    'events:read': { es: 'Ver eventos y sus entregas', en: 'See events and their deliveries' },
    'test:write': { es: 'Pagos y relojes de prueba', en: 'Test payments and test clocks' },
  } satisfies Record<Right, Both>,
  addresses: { es: 'Direcciones desde las que funciona', en: 'Addresses that it works from' },
  addressesHint: {
    es: 'Direcciones IP o redes, una por línea; por ejemplo 203.0.113.7 o 203.0.113.0/24. Vacío: cualquiera.',
    en: 'IP addresses or networks, one a line; for example 203.0.113.7 or 203.0.113.0/24. Empty: any.',
  },
  onceAhead: {
    es: 'La llave se muestra una sola vez, al crearla.',
    en: 'The key is shown only once, when it is made.',
  },
  create: { es: 'Crear la llave', en: 'Create the key' },
  made: { es: 'Guarda la llave ahora', en: 'Keep the key now' },
  once: {
    es: 'Solo se muestra esta vez. No la guardamos: si la pierdes, crea otra y revoca esta.',
    en: 'It is shown this once. We do not store it: if you lose it, create another and revoke this one.',
  },
  copy: { es: 'Copiar la llave', en: 'Copy the key' },
  copied: { es: 'Llave copiada', en: 'Key copied' },
  kept: { es: 'Ya la guardé', en: 'I have kept it' },
  roll: { es: 'Reemplazar', en: 'Roll' },
  rollAhead: {
    es: 'Si la reemplazas, esta sigue funcionando el tiempo que elijas.',
    en: 'If you roll it, this one goes on working for as long as you choose.',
  },
  revokeAhead: {
    es: 'Si la revocas, deja de funcionar en dos segundos.',
    en: 'If you revoke it, it stops working within two seconds.',
  },
  rollNote: {
    es: 'Crea una llave igual con otro valor, para que cambies tus programas sin cortes.',
    en: 'Creates the same key with another value, so that you can change your programs without a gap.',
  },
  grace: { es: 'La llave de ahora sigue funcionando', en: 'The key of now goes on working for' },
  graces: {
    '0': { es: 'No, termina ya', en: 'No time, it ends now' },
    '1': { es: '1 hora', en: '1 hour' },
    '24': { es: '1 día', en: '1 day' },
    '168': { es: '7 días', en: '7 days' },
  },
  rollSure: { es: 'Reemplazar la llave', en: 'Roll the key' },
  oldEnds: (time: string) => ({
    es: `La llave anterior funciona hasta ${time}.`,
    en: `The key before works until ${time}.`,
  }),
  revoke: { es: 'Revocar', en: 'Revoke' },
  revokeNote: {
    es: 'No se puede deshacer. Los programas que la usan reciben errores 401.',
    en: 'This cannot be undone. Programs that use it get 401 errors.',
  },
  lastNote: {
    es: 'Es la última llave privada de este modo: después ningún programa tuyo podrá leer ni cambiar nada por la API hasta que crees otra.',
    en: 'It is the last private key of this mode: afterwards none of your programs can read or change anything through the API until you create another.',
  },
  revokeSure: { es: 'Revocar la llave', en: 'Revoke the key' },
  endingNote: { es: 'Esta llave ya fue reemplazada.', en: 'This key was replaced already.' },
  guides: {
    api: { es: 'La API y sus llaves', en: 'The API and its keys' },
    reference: { es: 'Referencia', en: 'Reference' },
  },
});

/** What the next page says after a form. */
export const KEYS_DONE = {
  revoked: { es: 'La llave quedó revocada.', en: 'The key is revoked.' },
};

export type KeysTexts = (typeof KEYS_TEXTS)[Language];
