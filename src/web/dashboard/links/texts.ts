// The texts of payment links, in both languages.
import { type Both, inBoth } from '../../../domain/base/in-both.js';
import type { LinkStatus, PhoneWish } from '../../../domain/links/payment-link.js';

export const LINKS_TEXTS = inBoth({
  title: { es: 'Ligas de pago', en: 'Payment links' },
  newLink: { es: 'Nueva liga', en: 'New link' },
  columns: {
    name: { es: 'Qué se vende', en: 'What is sold' },
    uses: { es: 'Vendidas', en: 'Sold' },
    created: { es: 'Creada', en: 'Created' },
    state: { es: 'Estado', en: 'State' },
    price: { es: 'Precio', en: 'Price' },
  },
  states: {
    active: { es: 'Activa', en: 'Active' },
    inactive: { es: 'Desactivada', en: 'Deactivated' },
    expired: { es: 'Vencida', en: 'Expired' },
    used_up: { es: 'Agotada', en: 'Used up' },
  } satisfies Record<LinkStatus, Both>,
  usesOf: (uses: string, most: string) => ({ es: `${uses} de ${most}`, en: `${uses} of ${most}` }),
  none: { es: 'Todavía no hay ligas', en: 'There are no links yet' },
  noneText: {
    es: 'Crea una para un producto, un curso o una cuota, y mándala por WhatsApp o ponla en tu página.',
    en: 'Make one for a product, a course or a fee, and send it by WhatsApp or put it on your page.',
  },
  form: {
    name: { es: 'Qué se vende', en: 'What is sold' },
    price: { es: 'Precio', en: 'Price' },
    currency: { es: 'Moneda', en: 'Currency' },
    ownNumber: { es: 'Tu número de producto (opcional)', en: 'Your product number (optional)' },
    ownNumberHint: { es: 'Todas las órdenes de la liga lo llevan', en: 'All orders of the link have it' },
    maxUses: { es: 'Cuántas vendes (opcional)', en: 'How many you sell (optional)' },
    limit: { es: 'Cuántas vendes', en: 'How many you sell' },
    maxUsesHint: { es: 'Vacío: sin límite', en: 'Empty: no limit' },
    lastDay: { es: 'Último día (opcional)', en: 'Last day (optional)' },
    phone: { es: 'Teléfono del cliente', en: "Customer's telephone" },
    phones: {
      none: { es: 'No pedirlo', en: 'Do not ask' },
      optional: { es: 'Opcional', en: 'Optional' },
      required: { es: 'Obligatorio', en: 'Required' },
    } satisfies Record<PhoneWish, Both>,
    more: { es: 'Más opciones', en: 'More options' },
    image: { es: 'Imagen, https://… (opcional)', en: 'Picture, https://… (optional)' },
    success: {
      es: 'Adónde va el cliente después de pagar, https://… (opcional)',
      en: 'Where the customer goes after paying, https://… (optional)',
    },
    failed: {
      es: 'Adónde va si no paga, https://… (opcional)',
      en: 'Where the customer goes otherwise, https://… (optional)',
    },
    make: { es: 'Crear la liga', en: 'Create link' },
  },
  page: {
    share: { es: 'Liga para tus clientes', en: 'Link for your customers' },
    orders: { es: 'Ver sus órdenes', en: 'Show its orders' },
    edit: { es: 'Editar la liga', en: 'Edit link' },
    editNote: {
      es: 'Los cambios valen para las órdenes que se hagan desde ahora; las que ya existen no cambian.',
      en: 'Changes hold for orders that are made from now on; those that exist stay as they are.',
    },
    save: { es: 'Guardar', en: 'Save' },
    takings: (sum: string, paid: number) => ({
      es: `${sum} · ${paid.toLocaleString('en')} ${paid === 1 ? 'pagada' : 'pagadas'}`,
      en: `${sum} · ${paid.toLocaleString('en')} paid`,
    }),
    message: (name: string, price: string, url: string) => ({
      es: `${name}, ${price}: ${url}`,
      en: `${name}, ${price}: ${url}`,
    }),
    facts: {
      price: { es: 'Precio', en: 'Price' },
      uses: { es: 'Vendidas', en: 'Sold' },
      taken: { es: 'Cobrado', en: 'Collected' },
      created: { es: 'Creada', en: 'Created' },
      expires: { es: 'Vence', en: 'Expires' },
      ended: { es: 'Desactivada', en: 'Deactivated' },
      success: { es: 'Después de pagar', en: 'After paying' },
      failed: { es: 'Si no paga', en: 'Otherwise' },
    },
    deactivate: { es: 'Desactivar', en: 'Deactivate' },
    after: {
      es: 'Si la desactivas, ya nadie podrá pagar con ella.',
      en: 'If you deactivate it, nobody can pay with it any more.',
    },
    ask: {
      es: 'Las órdenes que ya existen se quedan. Una liga desactivada no se puede activar otra vez.',
      en: 'Orders that exist stay. A deactivated link cannot be activated again.',
    },
    sure: { es: 'Sí, desactivar la liga', en: 'Yes, deactivate the link' },
  },
});

/** What the next page says after a form. */
export const LINKS_DONE = {
  made: { es: 'La liga está lista.', en: 'The link is ready.' },
  changed: { es: 'La liga cambió.', en: 'The link has changed.' },
  deactivated: { es: 'La liga está desactivada.', en: 'The link is deactivated.' },
};
