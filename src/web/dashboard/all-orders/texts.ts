// The texts of orders of all merchants.
import { inBoth } from '../../../domain/base/in-both.js';

export const ALL_ORDERS_TEXTS = inBoth({
  title: { es: 'Órdenes', en: 'Orders' },
  method: { es: 'Forma de pago', en: 'Method' },
  order: { es: 'Orden', en: 'Order' },
  customer: { es: 'Cliente', en: 'Customer' },
  none: { es: 'No hay órdenes que mostrar', en: 'There are no orders to show' },
  noneText: { es: 'Revisa el modo y los filtros.', en: 'Look at the mode and the filters.' },
  created: { es: 'Creada', en: 'Created' },
  expires: { es: 'Vence', en: 'Expires' },
  paidAt: { es: 'Pagada', en: 'Paid' },
  amount: { es: 'Monto', en: 'Amount' },
  received: { es: 'Recibido', en: 'Received' },
  left: { es: 'Falta', en: 'Still to pay' },
  surplus: { es: 'Excedente', en: 'Surplus' },
  refunded: { es: 'Reembolsado', en: 'Refunded' },
  fee: { es: 'Comisión e IVA', en: 'Fee and IVA' },
  product: { es: 'Producto', en: 'Product' },
  payTo: { es: 'Se paga a', en: 'Paid to' },
  point: { es: 'Punto de pago', en: 'Payment point' },
  email: { es: 'Correo', en: 'E-mail' },
  phone: { es: 'Teléfono', en: 'Telephone' },
  payments: { es: 'Pagos', en: 'Payments' },
  noPayments: { es: 'Todavía no ha llegado dinero.', en: 'No money has arrived yet.' },
  transfers: { es: 'Transferencias de salida', en: 'Outgoing transfers' },
  customerPage: { es: 'Página del cliente', en: 'Customer’s page' },
});
