// The texts of a merchant's first page, in both languages.
import type { Language } from '../../../domain/base/language.js';

const SPANISH = {
  title: 'Inicio',
  takings: {
    title: 'Ventas cobradas',
    today: 'Hoy',
    week: '7 días',
    month: '30 días',
    orders: (number: string) => (number === '1' ? '1 orden pagada' : `${number} órdenes pagadas`),
    chart: 'Ventas cobradas por día, los últimos 30 días',
    table: 'Ver como tabla',
    day: 'Día',
    paid: 'Pagadas',
    sum: 'Cobrado',
    refunded: (sum: string) => `Reembolsado en 30 días: ${sum}`,
    counting: 'Todavía estamos contando los días anteriores: estas cifras crecen en los próximos minutos.',
  },
  conversion: {
    title: 'Conversión',
    note: 'Órdenes pagadas, de las que terminaron en 30 días',
    none: 'Ninguna orden ha terminado',
    of: (paid: string, ended: string) => `${paid} de ${ended}`,
  },
  wait: {
    title: 'Tiempo hasta el pago',
    note: 'La mitad de tus clientes paga antes',
    none: 'Aún no hay pagos',
    minutes: (number: number) => (number <= 1 ? '1 minuto' : `${number} minutos`),
    hours: (number: number) => (number === 1 ? '1 hora' : `${number} horas`),
    days: (number: number) => (number === 1 ? '1 día' : `${number} días`),
  },
  ways: {
    title: 'Cómo te pagan',
    note: 'Últimos 30 días',
    columns: { way: 'Forma y punto', paid: 'Pagadas', conversion: 'Conversión', sum: 'Cobrado' },
    none: 'Aún no hay pagos en 30 días.',
  },
  balance: 'Saldo',
  needs: {
    title: 'Qué necesita tu atención',
    none: 'Nada por ahora.',
    webhooks: (number: number) =>
      number === 1 ? 'Una dirección no recibe tus webhooks' : `${number} direcciones no reciben tus webhooks`,
    review: (number: string) =>
      number === '1'
        ? 'El dinero de una orden espera tu decisión'
        : `El dinero de ${number} órdenes espera tu decisión`,
    messages: (number: string) =>
      number === '1'
        ? 'Un mensaje no se pudo enviar esta semana'
        : `${number} mensajes no se pudieron enviar esta semana`,
    destinations: (number: string) =>
      number === '1'
        ? 'A un reembolso le falta la CLABE de tu cliente'
        : `A ${number} reembolsos les falta la CLABE de tu cliente`,
  },
  start: {
    title: 'Tus primeros pasos',
    order: 'Crea una orden',
    orderText: 'A mano, o con la API: así se ve con curl y tu llave privada de prueba.',
    page: 'Mira lo que ve tu cliente',
    pageText: 'Abre la orden, copia su liga y simula el pago con las herramientas de prueba.',
    webhooks: 'Recibe webhooks',
    webhooksText: 'Tu tienda se entera de cada pago en segundos.',
    plugins: 'O vende sin programar',
    pluginsText: 'Con una liga de pago no necesitas tienda en línea.',
    live: 'Cuando todo funcione, cambia a modo real y usa tus llaves reales.',
    newOrder: 'Nueva orden',
    newLink: 'Nueva liga',
    guides: 'Guías',
    toWebhooks: 'Ir a webhooks',
  },
};

export type HomeTexts = typeof SPANISH;

export const HOME_TEXTS: Readonly<Record<Language, HomeTexts>> = {
  es: SPANISH,
  en: {
    title: 'Home',
    takings: {
      title: 'Takings',
      today: 'Today',
      week: '7 days',
      month: '30 days',
      orders: (number) => (number === '1' ? '1 paid order' : `${number} paid orders`),
      chart: 'Takings by day, the last 30 days',
      table: 'Show as a table',
      day: 'Day',
      paid: 'Paid',
      sum: 'Taken',
      refunded: (sum) => `Refunded in 30 days: ${sum}`,
      counting: 'We are still counting the days before: these figures grow in the next minutes.',
    },
    conversion: {
      title: 'Conversion',
      note: 'Paid orders, of those that ended in 30 days',
      none: 'No order has ended',
      of: (paid, ended) => `${paid} of ${ended}`,
    },
    wait: {
      title: 'Time to pay',
      note: 'Half of your customers pay sooner',
      none: 'There are no payments yet',
      minutes: (number) => (number <= 1 ? '1 minute' : `${number} minutes`),
      hours: (number) => (number === 1 ? '1 hour' : `${number} hours`),
      days: (number) => (number === 1 ? '1 day' : `${number} days`),
    },
    ways: {
      title: 'How you are paid',
      note: 'The last 30 days',
      columns: { way: 'Method and point', paid: 'Paid', conversion: 'Conversion', sum: 'Taken' },
      none: 'No payments in 30 days yet.',
    },
    balance: 'Balance',
    needs: {
      title: 'What needs you',
      none: 'Nothing right now.',
      webhooks: (number) =>
        number === 1 ? 'One address does not get your webhooks' : `${number} addresses do not get your webhooks`,
      review: (number) =>
        number === '1'
          ? 'Money of one order waits for your decision'
          : `Money of ${number} orders waits for your decision`,
      messages: (number) =>
        number === '1' ? 'One message could not be sent this week' : `${number} messages could not be sent this week`,
      destinations: (number) =>
        number === '1' ? "One refund lacks your customer's CLABE" : `${number} refunds lack your customer's CLABE`,
    },
    start: {
      title: 'Your first steps',
      order: 'Make an order',
      orderText: 'By hand, or with the API: this is how it looks with curl and your private test key.',
      page: 'See what your customer sees',
      pageText: 'Open the order, copy its link and simulate the payment with the test tools.',
      webhooks: 'Get webhooks',
      webhooksText: 'Your shop hears of every payment within seconds.',
      plugins: 'Or sell without programming',
      pluginsText: 'With a payment link you need no online shop.',
      live: 'When everything works, switch to live mode and use your live keys.',
      newOrder: 'New order',
      newLink: 'New link',
      guides: 'Guides',
      toWebhooks: 'Go to webhooks',
    },
  },
};
