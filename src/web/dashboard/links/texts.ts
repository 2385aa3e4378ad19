// The texts of payment links, in both languages.
import type { Language } from '../../../domain/base/language.js';
import type { LinkStatus, PhoneWish } from '../../../domain/links/payment-link.js';

const STATES: Record<LinkStatus, string> = {
  active: 'Activa',
  inactive: 'Desactivada',
  expired: 'Vencida',
  used_up: 'Agotada',
};
const PHONES: Record<PhoneWish, string> = { none: 'No pedirlo', optional: 'Opcional', required: 'Obligatorio' };

const SPANISH = {
  title: 'Ligas de pago',
  note: 'Vende sin programar: quien tenga la liga hace su propia orden y elige cómo pagar.',
  newLink: 'Nueva liga',
  columns: { name: 'Qué se vende', uses: 'Usos', created: 'Creada', state: 'Estado', price: 'Precio' },
  states: STATES,
  usesOf: (uses: string, most: string) => `${uses} de ${most}`,
  none: 'Todavía no hay ligas',
  noneText: 'Crea una para un producto, un curso o una cuota, y mándala por WhatsApp o ponla en tu página.',
  form: {
    name: 'Qué se vende',
    price: 'Precio',
    currency: 'Moneda',
    ownNumber: 'Tu número de producto (opcional)',
    ownNumberHint: 'Todas las órdenes de la liga lo llevan',
    maxUses: 'Cuántas veces se puede usar (opcional)',
    maxUsesHint: 'Una orden que termina sin pago devuelve su uso',
    lastDay: 'Último día (opcional)',
    phone: 'Teléfono del cliente',
    phones: PHONES,
    more: 'Más opciones',
    image: 'Imagen, https://… (opcional)',
    success: 'Adónde va el cliente después de pagar, https://… (opcional)',
    failed: 'Adónde va si no paga, https://… (opcional)',
    make: 'Crear la liga',
  },
  page: {
    share: 'Liga para tus clientes',
    orders: 'Ver sus órdenes',
    message: (name: string, price: string, url: string) => `${name}, ${price}: ${url}`,
    facts: {
      price: 'Precio',
      ownNumber: 'Número de sus órdenes',
      uses: 'Usos',
      created: 'Creada',
      expires: 'Vence',
      ended: 'Desactivada',
      phone: 'Teléfono',
      success: 'Después de pagar',
      failed: 'Si no paga',
    },
    deactivate: 'Desactivar',
    ask: 'Nadie podrá hacer más órdenes con ella. Las que ya existen se quedan. Una liga desactivada no se puede activar otra vez.',
    sure: 'Sí, desactivar la liga',
  },
  done: { made: 'La liga está lista.', deactivated: 'La liga está desactivada.' },
};

export type LinksTexts = typeof SPANISH;

export const LINKS_TEXTS: Readonly<Record<Language, LinksTexts>> = {
  es: SPANISH,
  en: {
    title: 'Payment links',
    note: 'Sell without programming: whoever has the link makes an order of their own and chooses how to pay.',
    newLink: 'New link',
    columns: { name: 'What is sold', uses: 'Uses', created: 'Created', state: 'State', price: 'Price' },
    states: { active: 'Active', inactive: 'Deactivated', expired: 'Expired', used_up: 'Used up' },
    usesOf: (uses, most) => `${uses} of ${most}`,
    none: 'There are no links yet',
    noneText: 'Make one for a product, a course or a fee, and send it by WhatsApp or put it on your page.',
    form: {
      name: 'What is sold',
      price: 'Price',
      currency: 'Currency',
      ownNumber: 'Your product number (optional)',
      ownNumberHint: 'All orders of the link have it',
      maxUses: 'How often it can be used (optional)',
      maxUsesHint: 'An order that ends unpaid gives its use back',
      lastDay: 'Last day (optional)',
      phone: "Customer's telephone",
      phones: { none: 'Do not ask', optional: 'Optional', required: 'Required' },
      more: 'More options',
      image: 'Picture, https://… (optional)',
      success: 'Where the customer goes after paying, https://… (optional)',
      failed: 'Where the customer goes otherwise, https://… (optional)',
      make: 'Make the link',
    },
    page: {
      share: 'Link for your customers',
      orders: 'Show its orders',
      message: (name, price, url) => `${name}, ${price}: ${url}`,
      facts: {
        price: 'Price',
        ownNumber: 'Number of its orders',
        uses: 'Uses',
        created: 'Created',
        expires: 'Expires',
        ended: 'Deactivated',
        phone: 'Telephone',
        success: 'After paying',
        failed: 'Otherwise',
      },
      deactivate: 'Deactivate',
      ask: 'Nobody can make more orders with it. Those that exist stay. A deactivated link cannot be activated again.',
      sure: 'Yes, deactivate the link',
    },
    done: { made: 'The link is ready.', deactivated: 'The link is deactivated.' },
  },
};
