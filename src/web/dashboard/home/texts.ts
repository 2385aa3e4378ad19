// The texts of a merchant's first page, in both languages.
import { inBoth } from '../../../domain/base/in-both.js';

export const HOME_TEXTS = inBoth({
  title: { es: 'Inicio', en: 'Home' },
  takings: {
    title: { es: 'Ventas cobradas', en: 'Takings' },
    today: { es: 'Hoy', en: 'Today' },
    week: { es: '7 días', en: '7 days' },
    month: { es: '30 días', en: '30 days' },
    orders: (number: string) => ({
      es: number === '1' ? '1 orden pagada' : `${number} órdenes pagadas`,
      en: number === '1' ? '1 paid order' : `${number} paid orders`,
    }),
    chart: { es: 'Ventas cobradas por día, los últimos 30 días', en: 'Takings by day, the last 30 days' },
    table: { es: 'Ver como tabla', en: 'Show as a table' },
    day: { es: 'Día', en: 'Day' },
    paid: { es: 'Pagadas', en: 'Paid' },
    sum: { es: 'Cobrado', en: 'Taken' },
    more: (percent: string, days: number, before: string) => ({
      es: `${percent} más que los ${days} días anteriores (${before})`,
      en: `${percent} more than the ${days} days before (${before})`,
    }),
    less: (percent: string, days: number, before: string) => ({
      es: `${percent} menos que los ${days} días anteriores (${before})`,
      en: `${percent} less than the ${days} days before (${before})`,
    }),
    same: (days: number) => ({ es: `igual que los ${days} días anteriores`, en: `as in the ${days} days before` }),
    nothingBefore: (days: number) => ({
      es: `sin ventas en los ${days} días anteriores`,
      en: `no sales in the ${days} days before`,
    }),
    refunded: (sum: string) => ({ es: `Reembolsado en 30 días: ${sum}`, en: `Refunded in 30 days: ${sum}` }),
    counting: {
      es: 'Todavía estamos contando los días anteriores: estas cifras crecen en los próximos minutos.',
      en: 'We are still counting the days before: these figures grow in the next minutes.',
    },
  },
  conversion: {
    title: { es: 'Conversión', en: 'Conversion' },
    note: {
      es: 'Órdenes pagadas, de las que terminaron en 30 días',
      en: 'Paid orders, of those that ended in 30 days',
    },
    none: { es: 'Ninguna orden ha terminado', en: 'No order has ended' },
    of: (paid: string, ended: string) => ({ es: `${paid} de ${ended}`, en: `${paid} of ${ended}` }),
  },
  wait: {
    title: { es: 'Tiempo hasta el pago', en: 'Time to pay' },
    note: { es: 'La mitad de tus clientes paga antes', en: 'Half of your customers pay sooner' },
    none: { es: 'Aún no hay pagos', en: 'There are no payments yet' },
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
      conversion: { es: 'Conversión', en: 'Conversion' },
      sum: { es: 'Cobrado', en: 'Taken' },
    },
    conversion: (percent: string) => ({
      es: `${percent} de sus órdenes se pagan`,
      en: `${percent} of its orders are paid`,
    }),
    none: { es: 'Aún no hay pagos en 30 días.', en: 'No payments in 30 days yet.' },
  },
  last: {
    title: { es: 'Últimos pagos', en: 'Last payments' },
    all: { es: 'Todos los movimientos', en: 'All movements' },
    columns: {
      who: { es: 'Cliente', en: 'Customer' },
      order: { es: 'Orden', en: 'Order' },
      at: { es: 'Pagado', en: 'Paid' },
      sum: { es: 'Monto', en: 'Amount' },
    },
    nobody: { es: 'Sin nombre', en: 'No name' },
    none: { es: 'Aún no hay pagos.', en: 'There are no payments yet.' },
  },
  balance: { es: 'Saldo', en: 'Balance' },
  needs: {
    title: { es: 'Qué necesita tu atención', en: 'What needs you' },
    none: { es: 'Nada por ahora.', en: 'Nothing right now.' },
    webhooks: (number: number) => ({
      es: number === 1 ? 'Una dirección no recibe tus webhooks' : `${number} direcciones no reciben tus webhooks`,
      en: number === 1 ? 'One address does not get your webhooks' : `${number} addresses do not get your webhooks`,
    }),
    review: (number: string) => ({
      es:
        number === '1'
          ? 'El dinero de una orden espera tu decisión'
          : `El dinero de ${number} órdenes espera tu decisión`,
      en:
        number === '1'
          ? 'Money of one order waits for your decision'
          : `Money of ${number} orders waits for your decision`,
    }),
    messages: (number: string) => ({
      es:
        number === '1'
          ? 'Un mensaje no se pudo enviar esta semana'
          : `${number} mensajes no se pudieron enviar esta semana`,
      en: number === '1' ? 'One message could not be sent this week' : `${number} messages could not be sent this week`,
    }),
    unfunded: (number: string) => ({
      es: number === '1' ? 'Un reembolso espera a que tengas saldo' : `${number} reembolsos esperan a que tengas saldo`,
      en:
        number === '1'
          ? 'One refund waits until you have the money'
          : `${number} refunds wait until you have the money`,
    }),
    destinations: (number: string) => ({
      es:
        number === '1'
          ? 'A un reembolso le falta la CLABE de tu cliente'
          : `A ${number} reembolsos les falta la CLABE de tu cliente`,
      en: number === '1' ? "One refund lacks your customer's CLABE" : `${number} refunds lack your customer's CLABE`,
    }),
  },
  start: {
    title: { es: 'Tus primeros pasos', en: 'Your first steps' },
    order: { es: 'Crea una orden', en: 'Make an order' },
    orderText: {
      es: 'A mano, o con la API: así se ve con curl y tu llave privada de prueba.',
      en: 'By hand, or with the API: this is how it looks with curl and your private test key.',
    },
    page: { es: 'Mira lo que ve tu cliente', en: 'See what your customer sees' },
    pageText: {
      es: 'Abre la orden, copia su liga y simula el pago con las herramientas de prueba.',
      en: 'Open the order, copy its link and simulate the payment with the test tools.',
    },
    webhooks: { es: 'Recibe webhooks', en: 'Get webhooks' },
    webhooksText: {
      es: 'Tu tienda se entera de cada pago en segundos.',
      en: 'Your shop hears of every payment within seconds.',
    },
    plugins: { es: 'O vende sin programar', en: 'Or sell without programming' },
    pluginsText: {
      es: 'Con una liga de pago no necesitas tienda en línea.',
      en: 'With a payment link you need no online shop.',
    },
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
