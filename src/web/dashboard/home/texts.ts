// The texts of a merchant's first page, in both languages.
import { inBoth } from '../../../domain/base/in-both.js';

export const HOME_TEXTS = inBoth({
  title: { es: 'Inicio', en: 'Home' },
  takings: {
    title: { es: 'Ventas cobradas', en: 'Sales' },
    today: { es: 'Hoy', en: 'Today' },
    week: { es: '7 días', en: '7 days' },
    month: { es: '30 días', en: '30 days' },
    orders: (number: string) => ({
      es: number === '1' ? '1 orden pagada' : `${number} órdenes pagadas`,
      en: number === '1' ? '1 paid order' : `${number} paid orders`,
    }),
    before: (days: number) => ({ es: `vs. ${days}\u00a0días\u00a0antes`, en: `vs. ${days}\u00a0days\u00a0before` }),
    chart: { es: 'Ventas cobradas por día, los últimos 30 días', en: 'Sales by day, the last 30 days' },
    table: { es: 'Ver como tabla', en: 'Show as a table' },
    day: { es: 'Día', en: 'Day' },
    paid: { es: 'Pagadas', en: 'Paid' },
    sum: { es: 'Cobrado', en: 'Collected' },
    counting: {
      es: 'Todavía estamos contando los días anteriores: estas cifras crecen en los próximos minutos.',
      en: 'We are still counting the days before: these figures grow in the next minutes.',
    },
  },
  conversion: {
    title: { es: 'Órdenes que se pagaron, en 30 días', en: 'Orders that were paid, in 30 days' },
    /** Those of these days only: tabs of the list of orders count all there are. */
    of: (paid: string, ended: string) => ({
      es: `${paid} de ${ended} que en esos días se pagaron, vencieron o se cancelaron`,
      en: `${paid} of ${ended} that were paid, expired or were canceled in these days`,
    }),
  },
  wait: {
    title: { es: 'Tiempo hasta el pago', en: 'Time to pay' },
    note: { es: 'La mitad de tus clientes paga antes', en: 'Half of your customers pay sooner' },
    minutes: (number: number) => ({
      es: number <= 1 ? '1 minuto' : `${number} minutos`,
      en: number <= 1 ? '1 minute' : `${number} minutes`,
    }),
    hours: (number: number) => ({
      es: number === 1 ? '1 hora' : `${number} horas`,
      en: number === 1 ? '1 hour' : `${number} hours`,
    }),
    days: (number: number) => ({
      es: number === 1 ? '1 día' : `${number} días`,
      en: number === 1 ? '1 day' : `${number} days`,
    }),
  },
  ways: {
    title: { es: 'Cómo te pagan', en: 'How you are paid' },
    note: { es: 'Últimos 30 días', en: 'The last 30 days' },
    columns: {
      way: { es: 'Forma y punto', en: 'Method and point' },
      paid: { es: 'Pagadas', en: 'Paid' },
      conversion: { es: 'Se pagó', en: 'Share paid' },
      sum: { es: 'Cobrado', en: 'Collected' },
    },
    share: (percent: string) => ({ es: `${percent} de las órdenes`, en: `${percent} of the orders` }),
    none: { es: 'Aún no hay pagos en 30 días.', en: 'No payments in 30 days yet.' },
  },
  last: {
    title: { es: 'Últimos pagos', en: 'Last payments' },
    all: { es: 'Ver todos', en: 'See all' },
    columns: {
      who: { es: 'Cliente', en: 'Customer' },
      order: { es: 'Orden', en: 'Order' },
      at: { es: 'Pagado', en: 'Paid' },
      sum: { es: 'Monto', en: 'Amount' },
    },
    nobody: { es: 'Sin nombre', en: 'No name' },
  },
  needs: {
    title: { es: 'Qué necesita tu atención', en: 'Needs your attention' },
    account: (time: string, account: string) => ({
      es: `La cuenta de tus depósitos cambia a ${account} el ${time} ¿No fuiste tú?`,
      en: `The account of your payouts changes to ${account} on ${time}. Wasn’t you?`,
    }),
    webhooks: (number: number) => ({
      es: number === 1 ? 'Una dirección no recibe tus webhooks' : `${number} direcciones no reciben tus webhooks`,
      en: number === 1 ? 'One address does not get your webhooks' : `${number} addresses do not get your webhooks`,
    }),
    review: (number: string) => ({
      es: number === '1' ? 'Pago por decidir' : `${number} órdenes con dinero por decidir`,
      en: number === '1' ? 'Payment to decide' : `${number} orders with money to decide`,
    }),
    messages: (number: string) => ({
      es: number === '1' ? 'Un mensaje no se pudo enviar' : `${number} mensajes no se pudieron enviar`,
      en: number === '1' ? 'One message could not be sent' : `${number} messages could not be sent`,
    }),
    unfunded: (number: string) => ({
      es: number === '1' ? 'Reembolso que espera tu saldo' : `${number} reembolsos que esperan tu saldo`,
      en: number === '1' ? 'Refund that waits for balance' : `${number} refunds that wait for balance`,
    }),
    destinations: (number: string) => ({
      es: number === '1' ? 'Reembolso sin CLABE' : `${number} reembolsos sin CLABE`,
      en: number === '1' ? 'Refund without a CLABE' : `${number} refunds without a CLABE`,
    }),
  },
  start: {
    title: { es: 'Tus primeros pasos', en: 'Your first steps' },
    link: { es: 'Vende con una liga', en: 'Sell with a link' },
    linkText: {
      es: 'Mándala por WhatsApp: no necesitas tienda en línea.',
      en: 'Send it by WhatsApp: you need no online shop.',
    },
    order: { es: 'Haz una orden a mano', en: 'Make an order by hand' },
    orderText: { es: 'Para un cliente y un monto.', en: 'For one customer and one amount.' },
    testText: {
      es: 'Ábrela, mira lo que ve tu cliente y simula el pago.',
      en: 'Open it, see what your customer sees and simulate the payment.',
    },
    shop: { es: 'Conecta tu tienda (para tu programador)', en: 'Connect your shop (for your programmer)' },
    shopText: { es: 'Con la API y webhooks', en: 'With the API and webhooks' },
    account: { es: 'Registra la cuenta donde te depositamos', en: 'Add the account that we pay you to' },
    toAccount: { es: 'Registrar mi cuenta', en: 'Add my account' },
    tax: { es: 'Datos fiscales', en: 'Tax details' },
    toTax: { es: 'Escribir mis datos fiscales', en: 'Give my tax details' },
    live: {
      es: 'Cuando todo funcione, cambia a modo real y usa tus llaves reales.',
      en: 'When everything works, switch to live mode and use your live keys.',
    },
    newOrder: { es: 'Nueva orden', en: 'New order' },
    newLink: { es: 'Nueva liga', en: 'New link' },
    guides: { es: 'Guías', en: 'Guides' },
    toWebhooks: { es: 'Ir a webhooks', en: 'Go to webhooks' },
  },
});
