// The dashboard: merchants see their orders and act on them; the operator decides about payments and edits payment points (D2,
// D43, D55, D56). Pages show the same data as the API, and every form calls the same action as the API. Everything works
// without a script. Its sections stand here in the order of its menus. A line is a section: the path of its first page, its
// icon, its name, and its routes. It is shown to those who may see that page.
import type { FastifyInstance } from 'fastify';
import type { Deps } from '../../deps.js';
import type { Both } from '../../domain/base/in-both.js';
import type { ServerState } from '../../http/server.js';
import { allOrdersRoutes } from './all-orders/all-orders-page.js';
import { allPaymentsRoutes } from './all-payments/all-payments-routes.js';
import { approvalsRoutes } from './approvals/approvals-routes.js';
import { auditRoutes } from './audit/audit-list.js';
import { formatsRoutes } from './bank-files/formats-routes.js';
import { clocksRoutes } from './clocks/clocks-routes.js';
import { eventsRoutes } from './events/events-routes.js';
import { homeRoutes } from './home/home-page.js';
import { inboxRoutes } from './inbox/inbox-routes.js';
import { keysRoutes } from './keys/keys-routes.js';
import { ledgerRoutes } from './ledger/ledger-routes.js';
import { linksRoutes } from './links/links-routes.js';
import { merchantsRoutes } from './merchants/merchants-routes.js';
import { messagesRoutes } from './messages/messages-routes.js';
import { moneyRoutes } from './money/money-routes.js';
import { ordersRoutes } from './orders/orders-routes.js';
import { peopleRoutes } from './people/people-routes.js';
import { pointsRoutes } from './points/points-routes.js';
import { railsRoutes } from './rails/rails-routes.js';
import { ratesRoutes } from './rates/rates-section.js';
import { receiveVisits } from './receive-visits.js';
import { reconciliationRoutes } from './reconciliation/reconciliation-routes.js';
import { requestsRoutes } from './requests/requests-list.js';
import { searchRoutes } from './search/search-page.js';
import { settingsRoutes } from './settings/settings-routes.js';
import { todayRoutes } from './today/today-page.js';
import { transfersRoutes } from './transfers/transfers-routes.js';
import type { IconName } from './ui/icon.js';
import type { Visits } from './visit.js';
import { webhooksRoutes } from './webhooks/webhooks-routes.js';

type SectionLine = {
  readonly path: string;
  readonly icon: IconName;
  readonly name: Both;
  /** Of the section, for merchants and the operator. One with both stands in two menus, and has them in the first. */
  readonly routes?: (visits: Visits, deps: Deps) => void;
};
type SectionGroup = { readonly name: Both; readonly entries: readonly SectionLine[] };

const MERCHANT_SECTIONS: readonly SectionGroup[] = [
  {
    name: { es: 'Ventas', en: 'Sales' },
    entries: [
      { path: 'home', icon: 'home', name: { es: 'Inicio', en: 'Home' }, routes: homeRoutes },
      { path: 'orders', icon: 'list', name: { es: 'Órdenes', en: 'Orders' }, routes: ordersRoutes },
      { path: 'links', icon: 'link', name: { es: 'Ligas de pago', en: 'Payment links' }, routes: linksRoutes },
      { path: 'money', icon: 'coins', name: { es: 'Dinero', en: 'Money' }, routes: moneyRoutes },
      { path: 'messages', icon: 'message', name: { es: 'Mensajes', en: 'Messages' }, routes: messagesRoutes },
    ],
  },
  {
    name: { es: 'Desarrollo', en: 'Development' },
    entries: [
      { path: 'webhooks', icon: 'send', name: { es: 'Webhooks', en: 'Webhooks' }, routes: webhooksRoutes },
      { path: 'events', icon: 'pulse', name: { es: 'Eventos', en: 'Events' }, routes: eventsRoutes },
      { path: 'requests', icon: 'code', name: { es: 'Peticiones', en: 'Requests' }, routes: requestsRoutes },
      { path: 'keys', icon: 'key', name: { es: 'Llaves', en: 'Keys' }, routes: keysRoutes },
      { path: 'clocks', icon: 'clock', name: { es: 'Relojes de prueba', en: 'Test clocks' }, routes: clocksRoutes },
    ],
  },
  {
    name: { es: 'Cuenta', en: 'Account' },
    entries: [
      { path: 'settings', icon: 'gear', name: { es: 'Ajustes', en: 'Settings' }, routes: settingsRoutes },
      { path: 'people', icon: 'people', name: { es: 'Personas', en: 'People' }, routes: peopleRoutes },
      { path: 'points', icon: 'shop', name: { es: 'Puntos de pago', en: 'Payment points' }, routes: pointsRoutes },
    ],
  },
];

const OPERATOR_SECTIONS: readonly SectionGroup[] = [
  {
    name: { es: 'Trabajo', en: 'Work' },
    entries: [
      { path: 'today', icon: 'home', name: { es: 'Hoy', en: 'Today' }, routes: todayRoutes },
      { path: 'search', icon: 'search', name: { es: 'Buscar dinero', en: 'Find money' }, routes: searchRoutes },
      { path: 'inbox', icon: 'inbox', name: { es: 'Por decidir', en: 'To decide' }, routes: inboxRoutes },
      { path: 'approvals', icon: 'check', name: { es: 'Por aprobar', en: 'To approve' }, routes: approvalsRoutes },
      { path: 'transfers', icon: 'send', name: { es: 'Transferencias', en: 'Transfers' }, routes: transfersRoutes },
      {
        path: 'reconciliation',
        icon: 'scales',
        name: { es: 'Conciliación', en: 'Reconciliation' },
        routes: reconciliationRoutes,
      },
    ],
  },
  {
    name: { es: 'Servicio', en: 'Service' },
    entries: [
      { path: 'orders', icon: 'list', name: { es: 'Órdenes', en: 'Orders' }, routes: allOrdersRoutes },
      { path: 'payments', icon: 'coins', name: { es: 'Pagos', en: 'Payments' }, routes: allPaymentsRoutes },
      { path: 'merchants', icon: 'shop', name: { es: 'Comercios', en: 'Merchants' }, routes: merchantsRoutes },
      { path: 'points', icon: 'shop', name: { es: 'Puntos de pago', en: 'Payment points' } },
      { path: 'rails', icon: 'rail', name: { es: 'Rieles', en: 'Rails' }, routes: railsRoutes },
      { path: 'formats', icon: 'code', name: { es: 'Formatos de banco', en: 'Bank formats' }, routes: formatsRoutes },
      { path: 'rates', icon: 'pulse', name: { es: 'Tipos de cambio', en: 'Exchange rates' }, routes: ratesRoutes },
      { path: 'messages', icon: 'message', name: { es: 'Mensajes', en: 'Messages' } },
    ],
  },
  {
    name: { es: 'Libros y acceso', en: 'Books and access' },
    entries: [
      { path: 'ledger', icon: 'book', name: { es: 'Libro mayor', en: 'Ledger' }, routes: ledgerRoutes },
      { path: 'audit', icon: 'eye', name: { es: 'Auditoría', en: 'Audit log' }, routes: auditRoutes },
      { path: 'people', icon: 'people', name: { es: 'Personas', en: 'People' } },
    ],
  },
];

export const MENUS = { merchant: MERCHANT_SECTIONS, operator: OPERATOR_SECTIONS };

/** Call it before the last awaited plugin, so that its paths are known when other methods are refused. */
export function dashboardRoutes(app: FastifyInstance, deps: Deps, state: ServerState): void {
  app.register(
    async (pages) => {
      const visits = receiveVisits(pages, deps, state, MENUS);
      for (const { entries } of [...MERCHANT_SECTIONS, ...OPERATOR_SECTIONS])
        for (const { routes } of entries) routes?.(visits, deps);
    },
    { prefix: '/dashboard' },
  );
}
