// What can be wrong with one field (D58). The text follows the field's name: "product.price must be greater than zero".
import type { Language } from '../domain/base/language.js';

export const faultCatalogue = {
  required: { es: 'es un dato obligatorio', en: 'is required' },
  unknown_field: { es: 'no se conoce (¿quisiste decir {meant}?)', en: 'is not known (did you mean {meant}?)' },
  wrong_type: { es: 'debe ser {wanted_es}', en: 'must be {wanted_en}' },
  too_long: { es: 'debe tener como máximo {max} caracteres', en: 'must have at most {max} characters' },
  invalid_characters: { es: 'tiene caracteres que no se pueden guardar', en: 'has characters that cannot be stored' },
  unknown_placeholder: {
    es: 'tiene {place} entre llaves; solo valen {name}, {amount}, {way}, {until}, {folio} y {shop}',
    en: 'has {place} in braces; only {name}, {amount}, {way}, {until}, {folio} and {shop} are known',
  },
  invalid_email: { es: 'debe ser un correo electrónico', en: 'must be an e-mail address' },
  common_password: { es: 'es fácil de adivinar: elige otra', en: 'is easy to guess: choose another one' },
  invalid_phone: { es: 'debe ser un teléfono de 10 dígitos', en: 'must be a telephone of 10 digits' },
  invalid_url: { es: 'debe ser una dirección http o https', en: 'must be an http or https address' },
  https_required: { es: 'debe ser https en modo real', en: 'must be https in live mode' },
  forbidden_address: { es: 'no debe apuntar a una red privada', en: 'must not point to a private network' },
  forbidden_port: { es: 'no debe usar ese puerto', en: 'must not use that port' },
  own_address: { es: 'no debe ser la dirección de este servicio', en: 'must not be the address of this service' },
  not_a_network: {
    es: 'deben ser direcciones como 203.0.113.7 o redes como 203.0.113.0/24',
    en: 'must be addresses such as 203.0.113.7 or networks such as 203.0.113.0/24',
  },
  too_many_items: { es: 'deben ser como máximo {max}', en: 'must be at most {max}' },
  not_a_date: { es: 'debe ser una fecha como 2017-06-10', en: 'must be a date such as 2017-06-10' },
  not_allowed: { es: 'debe ser {allowed}', en: 'must be {allowed}' },
  not_a_number: { es: 'debe ser una cantidad como 150 o 123.45', en: 'must be an amount such as 150 or 123.45' },
  not_positive: { es: 'debe ser mayor que cero', en: 'must be greater than zero' },
  too_many_decimals: { es: 'debe tener como máximo dos decimales', en: 'must have at most two decimals' },
  too_large: { es: 'debe ser como máximo {max}', en: 'must be at most {max}' },
  too_small: { es: 'debe ser al menos {min} {currency}', en: 'must be at least {min} {currency}' },
  fee_too_high: { es: 'con el IVA no dejaría nada de ninguna orden', en: 'would leave nothing of any order, with IVA' },
  out_of_range: { es: 'debe ser un entero de {min} a {max}', en: 'must be a whole number from {min} to {max}' },
  over_point_limit: {
    es: 'supera el máximo del punto de pago, {max} MXN',
    en: 'is over the limit of the point, {max} MXN',
  },
  unknown_payment_point: { es: 'no es un punto de pago', en: 'is no payment point' },
  not_in_v1: {
    es: 'no es un punto de pago: las órdenes SPEI se crean con POST /v2/orders',
    en: 'is no payment point: SPEI orders are made with POST /v2/orders',
  },
  not_in_v2: {
    es: 'debe ser SPEI: los cargos en tiendas y bancos se crean con POST /v1/charges',
    en: 'must be SPEI: charges at stores and banks are made with POST /v1/charges',
  },
  inactive_payment_point: { es: 'no está disponible por el momento', en: 'is not available at the moment' },
  too_many_keys: { es: 'debe tener como máximo {max} claves', en: 'must have at most {max} keys' },
  too_big: { es: 'debe ocupar como máximo {max} bytes', en: 'must take at most {max} bytes' },
  not_a_time: {
    es: 'debe ser una fecha en segundos o milisegundos desde 1970',
    en: 'must be a time in seconds or milliseconds since 1970',
  },
  not_an_epoch: { es: 'debe ser una fecha en {unit_es} desde 1970', en: 'must be a time in {unit_en} since 1970' },
  in_the_past: { es: 'ya pasó', en: 'is in the past' },
  too_far: { es: 'debe estar a no más de 30 días', en: 'must be at most 30 days ahead' },
  wrong_length: { es: 'debe tener de {min} a {max} caracteres', en: 'must have {min} to {max} characters' },
  invalid_code: {
    es: 'debe tener de {min} a {max} letras, dígitos, - o _',
    en: 'must have {min} to {max} letters, digits, - or _',
  },
  invalid_card_number: {
    es: 'debe ser una lista de números de tarjeta de 12 a 19 dígitos',
    en: 'must be an array of card numbers of 12 to 19 digits',
  },
  unknown_coin: { es: 'debe ser BTC, BCH, LTC, XRP o ETH', en: 'must be BTC, BCH, LTC, XRP or ETH' },
  invalid_coin_address: {
    es: 'no es una dirección de esa moneda: revisa cada carácter',
    en: 'is no address of this coin: check every character',
  },
  private_coin_key: {
    es: 'es una clave privada, que puede gastar tus monedas: no la escribas en ningún lugar; da la clave pública extendida (xpub, ypub o zpub)',
    en: 'is a private key, which can spend your coins: enter it nowhere; give the extended public key (xpub, ypub or zpub)',
  },
  invalid_coin_key: {
    es: 'no es una clave pública extendida: revisa cada carácter',
    en: 'is no extended public key: check every character',
  },
  key_of_other_coin: {
    es: 'es una clave pública extendida de otra moneda o de una red de prueba',
    en: 'is an extended public key of another coin or of a test network',
  },
  not_a_day: { es: 'debe ser un día como 2026-11-15', en: 'must be a day such as 2026-11-15' },
  before_start: { es: 'no debe ser anterior a {start}', en: 'must not be before {start}' },
  invalid_clabe: {
    es: 'debe ser una CLABE de 18 dígitos; revisa que esté bien escrita',
    en: 'must be a CLABE of 18 digits; check that it is typed correctly',
  },
  invalid_rfc: {
    es: 'debe ser un RFC con homoclave, como XAXX010101000',
    en: 'must be an RFC with its homoclave, such as XAXX010101000',
  },
  own_clabe: {
    es: 'es una CLABE de este servicio: el dinero regresaría como un pago',
    en: 'is a CLABE of this service: the money would come back as a payment',
  },
  invalid_colour: { es: 'debe ser un color como #0b5563', en: 'must be a colour such as #0b5563' },
  not_a_picture: { es: 'debe ser una imagen PNG o JPEG', en: 'must be a PNG or JPEG picture' },
  too_many_bytes: { es: 'debe pesar como máximo {max}', en: 'must have at most {max}' },
  too_many_pixels: {
    es: 'tiene demasiados pixeles; con 1,000 de ancho basta',
    en: 'has too many pixels; 1,000 across are enough',
  },
  unknown_bank: { es: 'es de un banco que no conocemos', en: 'is of a bank that we do not know' },
  invalid_cursor: { es: 'debe ser un next_cursor que dimos', en: 'must be a next_cursor that we gave' },
} satisfies Record<string, Readonly<Record<Language, string>>>;
