// What only an operator reads, on the command line or on the desk. The texts say what to do; only cli/failure.ts says which
// command to use.
import type { Catalogue } from './catalogue.js';

export const forOperators = {
  unknown_account: {
    status: 404,
    es: 'No existe la cuenta {id}. Revisa el identificador.',
    en: 'There is no account {id}. Check the id.',
    debug: 'There is no account {id}.',
  },
  unknown_key: {
    status: 404,
    es: 'Ninguna llave tiene ese identificador. Escribe el identificador, no la llave.',
    en: 'No key has this id. Give the id, not the key itself.',
    debug: 'There is no key with this id.',
  },
  key_revoked: {
    status: 409,
    es: 'La llave {id} está revocada. Crea una nueva.',
    en: 'Key {id} is revoked. Make a new one.',
    debug: 'Key {id} is revoked; make a new one.',
  },
  not_a_month: {
    status: 422,
    es: '"{month}" no es un mes. Escríbelo como 2026-10.',
    en: '"{month}" is no month. Write it as 2026-10.',
    debug: '"{month}" is no month.',
  },
  month_open: {
    status: 409,
    es: 'Los días de {month} aún no están sellados. Un día se sella tres días después de terminar; intenta entonces.',
    en: 'The days of {month} are not sealed yet. A day is sealed three days after its end; try again then.',
    debug: 'The days of {month} are not sealed yet.',
  },
  month_closed: {
    status: 409,
    es: '{month} está cerrado, y todos los anteriores.',
    en: '{month} is closed, and so are all before it.',
    debug: '{month} is closed, and so are all before it.',
  },
  not_table_owner: {
    status: 403,
    es: 'Solo el dueño de las tablas puede cerrar un mes. Usa la dirección de base de datos con la que migras.',
    en: 'Only the owner of the tables can close a month. Use the database address that you migrate with.',
    debug: 'Only the owner of the tables can close a month.',
  },
  key_taken: {
    status: 409,
    es: 'Una de estas llaves ya está en uso. Cada llave debe ser distinta.',
    en: 'One of these keys is in use already. Every key must be different.',
    debug: 'One of these keys is in use already; every key must be different.',
  },
  key_misplaced: {
    status: 400,
    es: 'La llave dada como {param} parece ser de otro tipo o de otro modo. Revisa cuál es cuál.',
    en: 'The key given as {param} looks as if it were of another kind or mode. Check which is which.',
    debug: 'The key given as {param} looks as if it were of another kind or mode; check which is which.',
  },
  unknown_point: {
    status: 404,
    es: 'No existe el punto de pago {code}. Revisa el código.',
    en: 'There is no payment point {code}. Check the code.',
    debug: 'There is no payment point {code}.',
  },
  // Not 404: the page exists, and the point is a field in its form.
  unknown_points: {
    status: 400,
    es: 'No existe el punto de pago {code}. Revisa el código.',
    en: 'There is no payment point {code}. Check the code.',
    debug: 'There is no payment point {code}.',
  },
  rank_taken: {
    status: 409,
    es: 'Dos puntos de pago tendrían el mismo lugar en la lista. Da a cada uno el suyo.',
    en: 'Two payment points would have the same rank. Give each its own.',
    debug: 'Two payment points would have the same rank; give each its own.',
  },
  // Not 404: the page of the payment exists, and the order is a field in its form.
  unknown_order: {
    status: 400,
    es: 'No existe la orden {id}. Escribe un identificador como ch_01a1dd30-…',
    en: 'There is no order {id}. Give an id such as ch_01a1dd30-…',
    debug: 'There is no order {id}. It must be an id such as ch_01a1dd30-…',
  },
  mode_mismatch: {
    status: 409,
    es: 'El pago y la orden no son del mismo modo. Elige una orden del modo del pago.',
    en: 'The payment and the order are not of the same mode. Choose an order of the mode of the payment.',
    debug: 'The payment and the order are not of the same mode; money never crosses (D43). Choose another order.',
  },
  merchant_mismatch: {
    status: 409,
    es: 'El pago es de la cuenta {account} y la orden es de otra. Elige una orden de esa cuenta.',
    en: 'The payment belongs to account {account} and the order to another one. Choose an order of that account.',
    debug:
      "The payment belongs to account {account}; the order is another merchant's. Choose an order of that account.",
  },
  unmatched_money: {
    status: 409,
    es: 'Nadie sabe de quién es este dinero: asígnalo a una orden o devuélvelo.',
    en: 'Nobody knows whose money this is: match it with an order, or return it.',
    debug: 'Nobody knows whose money this is: match it with an order, or return it.',
  },
  already_matched: {
    status: 409,
    es: 'El pago ya es de la orden {order}: acéptalo o devuélvelo.',
    en: 'The payment is of order {order} already: accept it or return it.',
    debug: 'Payment {id} is of order {order} already; accept it or return it.',
  },
  not_matchable: {
    status: 409,
    es: 'Este pago no espera una orden. Solo se asigna el dinero sin orden, o el retenido que no tiene una.',
    en: 'This payment waits for no order. Only unmatched money, or held money without an order, can be matched.',
    debug: 'Payment {id} is {state}; only unmatched money, or held money without an order, can be matched.',
  },
  over_available: {
    status: 409,
    es: 'Solo hay {available} MXN disponibles y se pidieron {amount}. Pide menos.',
    en: 'Only {available} MXN are available and {amount} were asked for. Ask for less.',
    debug: 'Only {available} MXN are available; {amount} were asked for. Ask for less.',
  },
  rail_not_found: {
    status: 404,
    es: 'No existe ese riel. Revisa su nombre y su modo, o agrégalo.',
    en: 'There is no such rail. Check its name and mode, or add it.',
    debug: 'There is no {rail}.',
  },
  unreadable_list: {
    status: 400,
    es: 'La lista del riel no se puede leer y no se registró nada. Corrige sus líneas.',
    en: 'The list of the rail cannot be read and nothing was booked. Mend its lines.',
    debug: 'The list cannot be read; nothing was booked. Mend these lines:\n{problem}',
  },
  invalid_tax_data: {
    status: 400,
    es: 'Los datos fiscales no son válidos: revisa {field}.',
    en: 'The tax data are not valid: look at {field}.',
    debug: 'The field {field} of the tax data is not valid.',
  },
  unreadable_statement: {
    status: 400,
    es: 'El estado de cuenta no se puede leer completo y no se guardó nada.',
    en: 'The bank statement cannot be read as a whole and nothing was kept.',
    debug: 'The bank statement cannot be read as a whole; nothing was kept: {problem}',
  },
  wrong_list_day: {
    status: 400,
    es: 'La lista es de otro día. Elige la del día {wanted}.',
    en: 'The list is of another day. Choose the one of {wanted}.',
    debug: 'Line {line} is of {day}, not of {wanted}: is this the right file?',
  },
  empty_list: {
    status: 400,
    es: 'La lista está vacía: di de qué día es.',
    en: 'The list is empty: say which day it is of.',
    debug: 'The list is empty; say which day it is of, as yyyymmdd.',
  },
  invalid_day: {
    status: 400,
    es: '{day} no es un día. Escríbelo como 20261115.',
    en: '{day} is no day. Write it as 20261115.',
    debug: '{day} is no day; it must be yyyymmdd.',
  },
  destination_missing: {
    status: 409,
    es: 'La transferencia {id} no tiene destino. Indica primero la CLABE.',
    en: 'Transfer {id} has no destination. Name the CLABE first.',
    debug: 'Transfer {id} has no destination; name the CLABE first.',
  },
  transfer_state: {
    status: 409,
    es: 'La transferencia {id} está en el estado {state}. Míralo e intenta de nuevo.',
    en: 'Transfer {id} is {state}. Look at it and try again.',
    debug: 'Transfer {id} is {state}; it cannot become {wanted} any more.',
  },
  tracking_key_differs: {
    status: 409,
    es: 'La transferencia {id} ya tiene otra clave de rastreo: {key}.',
    en: 'Transfer {id} has another tracking key already: {key}.',
    debug: 'Transfer {id} was sent with the tracking key {key}. Is it the right transfer?',
  },
  tracking_key_taken: {
    status: 409,
    es: 'Otra transferencia ya tiene la clave de rastreo {key}. Revísala.',
    en: 'Another transfer has the tracking key {key} already. Check it.',
    debug: 'Another transfer has the tracking key {key} already; a key names one transfer.',
  },
  not_in_file: {
    status: 409,
    es: 'La transferencia {id} no está en ningún archivo del banco: el banco no puede haberla pagado. Confírmala o rebótala a mano.',
    en: 'The transfer {id} is in no bank file, so the bank cannot have paid it. Confirm or bounce it by hand.',
    debug: 'Transfer {id} is in no bank file; a result of a bank is about a line of a file.',
  },
  result_differs: {
    status: 409,
    es: 'El banco dice otra cosa de {id}: {theirs} en vez de {ours}. No se tomó.',
    en: 'The bank says something else of {id}: {theirs} instead of {ours}. It was not taken over.',
    debug: 'The result of {id} says {theirs}, and the transfer has {ours}.',
  },
  unknown_batch: {
    status: 404,
    es: 'No existe el archivo {id}. Revisa el identificador.',
    en: 'There is no bank file {id}. Check the id.',
    debug: 'There is no bank file {id}.',
  },
  unreadable_results: {
    status: 400,
    es: 'Los resultados no se pueden leer y no se registró nada. Corrige sus líneas.',
    en: 'The results cannot be read and nothing was booked. Mend their lines.',
    debug: 'The results cannot be read; nothing was booked. Mend these lines:\n{problem}',
  },
  check_running: {
    status: 409,
    es: 'Ya corre una revisión. Espera a que termine.',
    en: 'A check is running already. Wait until it ends.',
    debug: 'A check of the same books is running already; wait until it ends.',
  },
  list_not_kept: {
    status: 409,
    es: 'Esta lista ya se aplicó, o ya no se guarda. Súbela de nuevo.',
    en: 'This list was applied already, or is not kept any more. Upload it again.',
    debug: 'This list was applied already, or is not kept any more; upload it again.',
  },
  already_done: {
    status: 409,
    es: 'Esto ya se hizo. No se hizo dos veces.',
    en: 'This was done already. It was not done twice.',
    debug: 'This was done already; it was not done twice.',
  },
  not_undoable: {
    status: 409,
    es: 'Este pago ya no se puede deshacer.',
    en: 'This payment can no longer be undone.',
    debug: 'Payment {id} cannot be undone: {problem}.',
  },
  files_wait: {
    status: 409,
    es: 'La base de datos volvió a como estaba el {moment}. Antes de hacer archivos, alguien debe decir qué pagó el banco desde entonces.',
    en: 'The database went back to {moment}. Before there are files, somebody must say what the bank has paid since.',
    debug:
      'The database went back to {moment}. Import the bank’s results since then, or mark what it paid; then say with `cobro transfer resume` that the rest was not paid.',
  },
  no_restore_waits: {
    status: 409,
    es: 'No hay nada que confirmar: los archivos se pueden hacer.',
    en: 'There is nothing to acknowledge: files can be made.',
    debug: 'No restore waits to be acknowledged; files can be made.',
  },
  payout_key_reused: {
    status: 409,
    es: 'La clave {key} ya se usó para otro pago al comercio. Usa otra.',
    en: 'The key {key} was used for another payout. Use another one.',
    debug: 'The key {key} was used for another payout: {amount} MXN on {date}. Use another key for a new payout.',
  },
} satisfies Catalogue;
