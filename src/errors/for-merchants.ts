// What developers of shops read in the answers of the API. `es` and `en` are what their shop may show to a customer.
import type { Catalogue } from './catalogue.js';

export const forMerchants = {
  invalid_request: {
    status: 400,
    es: 'Revisa los datos: {faults}.',
    en: 'Check the data: {faults}.',
    debug: '{faults}. Fix these fields and try again.',
  },
  malformed_body: {
    status: 400,
    es: 'No se pudo leer la petición.',
    en: 'The request could not be read.',
    debug: 'The request body {problem}. Send one JSON object in UTF-8, or a form.',
  },
  malformed_request: {
    status: 400,
    es: 'No se pudo leer la petición.',
    en: 'The request could not be read.',
    debug: 'The request is no valid HTTP: {problem}.',
  },
  invalid_idempotency_key: {
    status: 400,
    es: 'La clave de idempotencia no es válida.',
    en: 'The idempotency key is not valid.',
    debug: 'Idempotency-Key must have 1 to 255 printable ASCII characters.',
  },
  invalid_api_key: {
    status: 401,
    number: 4001,
    es: 'La llave de API falta o no es válida.',
    en: 'The API key is missing or not valid.',
    debug: 'Send your key as the user name of HTTP Basic authentication with an empty password: curl -u YOUR_KEY: …',
  },
  private_key_required: {
    status: 403,
    es: 'Esta operación necesita la llave privada.',
    en: 'This operation needs the private key.',
    debug:
      'A public key (pk_…) cannot do this. Use the private key (sk_…) of the same mode, and only from your server.',
  },
  order_not_found: {
    status: 404,
    number: 5001,
    es: 'No existe ese pago.',
    en: 'There is no such payment.',
    debug:
      'No order has this id in this account and mode. A test key sees test orders only, a live key live orders only.',
    elsewhere: 'This id is that of a charge at a store or bank, and v2 has SPEI orders only. Use /v1/charges/{at}.',
  },
  refund_not_found: {
    status: 404,
    es: 'No existe esa devolución.',
    en: 'There is no such refund.',
    debug:
      'No refund has this id in this account and mode. A test key sees test refunds only, a live key live refunds only.',
  },
  test_clock_not_found: {
    status: 404,
    es: 'No existe ese reloj de prueba.',
    en: 'There is no such test clock.',
    debug: "Make one with POST /v1/test/clocks, with the same account's test key.",
  },
  endpoint_url_taken: {
    status: 409,
    es: 'Otro webhook ya tiene esa dirección.',
    en: 'Another webhook has that address already.',
    debug: 'Another endpoint of this account and mode has this URL. Change that one, or delete it first.',
  },
  too_many_endpoints: {
    status: 409,
    es: 'Ya hay {max} webhooks, el máximo. Elimina uno para agregar otro.',
    en: 'There are {max} webhooks already, which is the most. Delete one to add another.',
    debug: 'An account has at most {max} webhook endpoints in each mode. Delete one that you no longer use.',
  },
  endpoint_not_found: {
    status: 404,
    es: 'No existe ese webhook.',
    en: 'There is no such webhook.',
    debug: 'No webhook endpoint has this id in this account and mode. GET /v1/webhooks/stores lists them.',
  },
  too_many_rotations: {
    status: 409,
    es: 'El secreto ya cambió {max} veces en 24 horas. Intenta de nuevo más tarde.',
    en: 'The secret has changed {max} times within 24 hours. Try again later.',
    debug:
      'Each of the last {max} secrets still signs, for 24 h after its rotation. Rotate again when one of them ends.',
  },
  event_not_found: {
    status: 404,
    es: 'No existe ese evento.',
    en: 'There is no such event.',
    debug: 'No event has this id in this account and mode. GET /v1/events lists them.',
  },
  not_found: {
    status: 404,
    es: 'Esta dirección no existe.',
    en: 'This address does not exist.',
    debug: 'There is no such path. See /docs for the paths of this service.',
    elsewhere: 'There is no such path. Use {at}: v1 has charges and all else, v2 has SPEI orders.',
  },
  test_mode_only: {
    status: 403,
    es: 'Esto solo existe en modo de prueba.',
    en: 'This exists in test mode only.',
    debug: 'Use a test key (sk_test_…).',
  },
  payment_point_not_found: {
    status: 400,
    number: 5002,
    es: 'Ese punto de pago no está disponible.',
    en: 'That payment point is not available.',
    debug:
      '{faults}. GET /v1/providers lists the points of this mode; use an internal_name of it. ' +
      'A point is in live mode once the operator has given it live details: npx cobro provider set CODE --live FILE.',
  },
  over_point_limit: {
    status: 400,
    number: 5003,
    es: '{point} recibe como máximo {limit} MXN por orden.',
    en: '{point} takes at most {limit} MXN per order.',
    debug: '{faults}. GET /v1/providers?order_total=AMOUNT lists the points that take this amount.',
  },
  order_not_payable: {
    status: 409,
    es: 'Esta orden ya no se puede pagar.',
    en: 'This order can no longer be paid.',
    debug: 'Only a pending order has instructions to send. Read the order to see its state.',
  },
  not_cancelable: {
    status: 409,
    es: 'Esta orden ya no se puede cancelar.',
    en: 'This order can no longer be canceled.',
    debug: 'Only a pending order can be canceled. Read the order to see its state.',
  },
  not_refundable: {
    status: 409,
    es: 'No queda tanto por devolver de esta orden.',
    en: 'There is not that much left to refund of this order.',
    debug: 'At most what was paid and not yet refunded can be refunded; {left} MXN are left.',
  },
  idempotency_key_reused: {
    status: 409,
    es: 'La clave de idempotencia ya se usó con otra petición.',
    en: 'The idempotency key was already used with another request.',
    debug: 'This Idempotency-Key came before with another method, path or body. Use a new key for a new request.',
  },
  idempotency_in_progress: {
    status: 409,
    es: 'La misma petición se está procesando.',
    en: 'The same request is being processed.',
    debug: 'The first request with this Idempotency-Key has not ended yet. Ask again in a second.',
    retryAfterSeconds: 1,
  },
  internal_error: {
    status: 500,
    es: 'Algo falló de nuestro lado. Intenta de nuevo en un momento.',
    en: 'Something failed on our side. Try again in a moment.',
    debug:
      'An unexpected failure; it is in our logs under request_id. Repeat with the same Idempotency-Key to be safe.',
  },
  overloaded: {
    status: 503,
    es: 'El servicio está ocupado. Intenta de nuevo en un momento.',
    en: 'The service is busy. Try again in a moment.',
    debug: 'Too many requests are waiting; nothing was stored. Send it again after Retry-After seconds.',
    retryAfterSeconds: 1,
  },
  too_many_polls: {
    status: 429,
    es: 'Demasiadas peticiones esperan eventos al mismo tiempo.',
    en: 'Too many requests wait for events at the same time.',
    debug:
      'At most {max} requests with `wait` may be open at once for an account and mode. Use the ones that are open.',
    retryAfterSeconds: 5,
  },
  too_many_reads: {
    status: 429,
    es: 'Demasiadas listas o archivos al mismo tiempo. Intenta de nuevo en un momento.',
    en: 'Too many lists or files at the same time. Try again in a moment.',
    debug:
      'Lists, searches and exports of an account are read one after the other, and this one waited too long. Ask for ' +
      'one at a time, and for the next after Retry-After seconds.',
    retryAfterSeconds: 2,
  },
  unavailable: {
    status: 503,
    es: 'El servicio no está disponible por el momento. Intenta de nuevo en un momento.',
    en: 'The service is not available at the moment. Try again in a moment.',
    debug:
      'The service cannot reach its storage. Send it again after Retry-After seconds, with the same Idempotency-Key.',
    retryAfterSeconds: 2,
  },
  rate_unavailable: {
    status: 503,
    es: 'No hay tipo de cambio para {currency} por el momento.',
    en: 'There is no exchange rate for {currency} at the moment.',
    debug: 'No exchange rate of {currency} is recent enough. Price the order in MXN, or try again later.',
    retryAfterSeconds: 60,
  },
  rail_not_configured: {
    status: 503,
    es: 'Las transferencias SPEI no están activas todavía.',
    en: 'SPEI transfers are not switched on yet.',
    // Shops show this to customers, whom no setting concerns: the log names it.
    debug: 'Live SPEI orders are not switched on at this service yet. Test keys work.',
    retryAfterSeconds: 3600,
  },
  point_exhausted: {
    status: 503,
    es: '{point} no puede recibir más órdenes por el momento. Elige otro punto de pago.',
    en: '{point} cannot take more orders at the moment. Choose another payment point.',
    debug: 'No card of this point is free for this account. Offer another payment_type, or try again later.',
    retryAfterSeconds: 3600,
  },
  clabe_pool_exhausted: {
    status: 503,
    es: 'No hay cuentas CLABE disponibles por el momento.',
    en: 'There are no CLABE accounts left at the moment.',
    debug: 'Every CLABE of this service is in use. Its operator has to add some; the log says how.',
    retryAfterSeconds: 3600,
  },
  clabe_share_exhausted: {
    status: 503,
    es: 'Esta cuenta ya usó su parte de las cuentas CLABE.',
    en: 'This account has used its share of the CLABE accounts.',
    debug:
      'The account has taken COBRO_CLABE_SHARE_PERCENT of the CLABEs of the prefix. Look who creates orders with the public ' +
      'key; the operator can raise the share or configure another COBRO_CLABE_PREFIX.',
    retryAfterSeconds: 3600,
  },
  reference_pool_exhausted: {
    status: 503,
    es: 'No hay referencias disponibles por el momento.',
    en: 'There are no references left at the moment.',
    debug: 'Every reference was given. Offer SPEI, or another payment_type that needs none.',
    retryAfterSeconds: 3600,
  },
  order_changed: {
    status: 409,
    es: 'El dinero de la orden se movió mientras tanto: revisa cómo está ahora. No se hizo nada más.',
    en: 'The money of the order moved meanwhile: look at it as it is now. Nothing more was done.',
    debug: 'The order changed after it was read. Read it again and decide anew.',
  },
  method_not_allowed: {
    status: 405,
    es: 'Esta dirección no admite esa operación.',
    en: 'This address does not support that operation.',
    debug: 'This path answers only the methods in the Allow header.',
  },
  request_timeout: {
    status: 408,
    es: 'La petición tardó demasiado en llegar.',
    en: 'The request took too long to arrive.',
    debug: 'The whole request did not arrive in time. Send it again.',
  },
  body_too_large: {
    status: 413,
    es: 'La petición es demasiado grande.',
    en: 'The request is too large.',
    debug: 'A request body may have 65,536 bytes.',
  },
  unsupported_media_type: {
    status: 415,
    es: 'El formato de la petición no se admite.',
    en: 'The format of the request is not supported.',
    debug: 'Send the body as application/json or application/x-www-form-urlencoded.',
  },
  headers_too_large: {
    status: 431,
    es: 'La dirección o los encabezados son demasiado largos.',
    en: 'The address or the headers are too long.',
    debug: 'The URL and the headers together may have 16,384 bytes.',
  },
  rate_limited: {
    status: 429,
    es: 'Demasiadas peticiones. Intenta de nuevo en un momento.',
    en: 'Too many requests. Try again in a moment.',
    debug: 'More requests a second than this key may send. Wait as long as Retry-After says.',
    retryAfterSeconds: 1,
  },
  foreign_page: {
    status: 403,
    es: 'Esta petición vino de la página de otro sitio.',
    en: 'This request came from the page of another site.',
    debug:
      'A browser sent a private key from a page of another origin (Sec-Fetch-Site, Origin). Private keys are for ' +
      'servers: call from yours, or use the public key (pk_…) in a page.',
  },
  address_limited: {
    status: 429,
    es: 'Demasiadas peticiones. Intenta de nuevo en un momento.',
    en: 'Too many requests. Try again in a moment.',
    debug:
      'This address sends more requests a second without valid credentials than it may. Wait as long as Retry-After ' +
      'says, and check the key that you send.',
    retryAfterSeconds: 1,
  },
  account_suspended: {
    status: 403,
    es: 'Esta cuenta está suspendida.',
    en: 'This account is suspended.',
    debug: 'The operator has suspended this account: its keys open nothing. Money that arrives is still booked.',
  },
  key_restricted: {
    status: 403,
    es: 'Esta llave no tiene el permiso {right}.',
    en: 'This key does not have the right {right}.',
    debug:
      'This key is restricted and does not have the right `{right}`, which this route asks for. Use a key that has it, or make one in the dashboard.',
  },
  key_address_refused: {
    status: 403,
    es: 'Esta llave no se puede usar desde la dirección {address}.',
    en: 'This key cannot be used from the address {address}.',
    debug:
      'This key is limited to certain addresses, and {address} is not one of them. Use it from your own servers, or make a key for this address.',
  },
  invalid_phone: {
    status: 400,
    number: 6004,
    es: 'El teléfono no es válido: escribe los 10 dígitos.',
    en: 'The telephone is not valid: write its 10 digits.',
    debug:
      'customer_phone must have 10 Mexican digits, or +52 and 10 digits; without it the order must have a telephone.',
  },
  too_many_sms: {
    status: 429,
    number: 6002,
    es: 'Ya se enviaron {max} mensajes de esta orden.',
    en: '{max} messages of this order were sent already.',
    debug: 'An order may send {max} messages. Show the customer its page (/pay/ID) instead.',
  },
  too_many_sms_today: {
    status: 429,
    number: 6002,
    es: 'Por hoy ya no se pueden enviar más mensajes.',
    en: 'No more messages can be sent today.',
    debug:
      '{whose} may get {max} messages a day. Show the customer the page of the order (/pay/ID) instead, or send it tomorrow.',
    retryAfterSeconds: 3600,
  },
  sms_failed: {
    status: 502,
    number: 6001,
    es: 'No se pudo enviar el mensaje. Intenta de nuevo en un momento.',
    en: 'The message could not be sent. Try again in a moment.',
    debug: 'The SMS gateway did not take the message; this try does not count.',
  },
  sms_not_configured: {
    status: 503,
    es: 'El envío de mensajes no está activo todavía.',
    en: 'Messages are not switched on yet.',
    debug: 'This service has no SMS gateway for live mode (COBRO_SMS_GATEWAY). Test keys work.',
    retryAfterSeconds: 3600,
  },
  unknown_payment: {
    status: 404,
    es: 'No existe el pago {id}. Revisa el identificador.',
    en: 'There is no payment {id}. Check the id.',
    debug: 'There is no payment {id}.',
  },
  nothing_to_accept: {
    status: 409,
    es: 'No hay nada que aceptar: este pago no tiene dinero en espera.',
    en: 'There is nothing to accept: no money of this payment waits.',
    debug: 'There is nothing to accept: payment {id} is {state}.',
  },
  nothing_to_return: {
    status: 409,
    es: 'No hay nada que devolver: este pago no tiene dinero en espera.',
    en: 'There is nothing to return: no money of this payment waits.',
    debug: 'There is nothing to return: payment {id} is {state}.',
  },
  order_still_waits: {
    status: 409,
    es: 'La orden {order} todavía espera el resto. Cancélala primero.',
    en: 'Order {order} still waits for the rest. Cancel it first.',
    debug: 'There is nothing to decide yet: order {order} waits for the rest. Cancel it first.',
  },
  operator_decides: {
    status: 409,
    es: 'Hay dudas sobre este pago. El operador lo revisa y decide.',
    en: 'There are doubts about this payment. The operator looks at it and decides.',
    debug: 'Payment {id} is flagged implausible or key_reused: only the operator may decide about it.',
  },
  payment_changed: {
    status: 409,
    es: 'El pago cambió mientras tanto. Míralo e intenta de nuevo.',
    en: 'The payment changed meanwhile. Look at it and try again.',
    debug: 'The payment changed meanwhile; look at it and try again.',
  },
  transfer_not_found: {
    status: 404,
    es: 'No existe esa transferencia.',
    en: 'There is no such transfer.',
    debug: 'No transfer has this id here. A test key sees test transfers only, a live key live transfers only.',
  },
  destination_known: {
    status: 409,
    es: 'Esta transferencia ya tiene destino.',
    en: 'This transfer has a destination already.',
    debug: 'Transfer {id} has a destination already, or does not wait for one any more.',
  },
} satisfies Catalogue;
