// One full sample of each shape that the specification names. Keys and types bind; ids, texts and numbers are placeholders.

const exchange = {
  rate: 1,
  request: 1794712325,
  origin_amount: 75,
  final_amount: 75,
  origin_currency: 'MXN',
  final_currency: 'MXN',
  exchange_id: null,
};

const feeDetails = {
  amount: 5.18,
  currency: 'mxn',
  type: 'cobro_fee',
  application: null,
  amount_refunded: 0,
  tax: 0.83,
};

/** Verify (v1), and the notice of a charge, of accounts pinned before 2026-11-15. */
export const verifiedBefore2026 = {
  id: 'ch_01a1dd30-cb98-77ec-b945-94feb660c823',
  short_id: '7B75EED4',
  type: 'charge.pending',
  object: 'charge',
  created_at: 1794712325,
  accepted_at: null,
  expires_at: 1794798725,
  paid: false,
  amount: 75,
  livemode: false,
  currency: 'mxn',
  refunded: false,
  fee: 5.18,
  fee_details: feeDetails,
  order_info: {
    order_id: 'SMG-1',
    order_price: 75,
    order_name: 'Funda',
    payment_method: 'cash',
    store: 'OXXO',
    country: 'MX',
    image_url: null,
    success_url: null,
    failed_url: null,
    failure_url: null,
    exchange,
  },
  customer: { customer_name: 'Ana Robles', customer_email: 'ana@example.com', customer_phone: null },
  api_version: '1.1',
};

/** What arrived for an order: the last keys of every record from 2026-11-15 on. */
const money = { received: 0, outstanding: 75, surplus: 0, held: 0 };

export const verifiedCharge = { ...verifiedBefore2026, ...money };

const details = {
  payment_amount: '75.00',
  payment_store: 'OXXO',
  amount: '75.00',
  store: 'OXXO',
  bank_account_number: '',
  company_reference_name: '',
  company_reference_number: '123',
  company_bank_number: '456',
  order_reference_number: '57926501010332',
  bank_account_holder_name: '',
  bank_reference: '57926501010332',
  bank_name: '',
};

const instructions = {
  description: '…',
  step_1: '…',
  step_2: '…',
  step_3: '…',
  note_extra_comition: '…',
  note_expiration_date: '…',
  note_confirmation: '…',
  details,
};

export const createdBefore2026 = { ...verifiedBefore2026, instructions };
export const createdCharge = { ...verifiedCharge, instructions };

/** Which details a kind of point fills; the others are "". */
export const filledDetails = {
  OXXO: ['company_reference_number', 'company_bank_number', 'order_reference_number', 'bank_reference'],
  TELECOMM: ['bank_account_number', 'bank_name'],
  BBVA: ['order_reference_number', 'bank_reference', 'bank_name'],
  BTC: ['bank_account_number', 'bank_name'],
} as const;

const { fee, fee_details, id, object, paid, refunded, short_id } = verifiedBefore2026;

export const createdBefore2015 = {
  id,
  short_id,
  object,
  paid,
  refunded,
  fee,
  fee_details: { ...fee_details, description: '…' },
  order_info: { order_id: 'SMG-1', order_price: 75, order_name: 'Funda', image_url: null, exchange },
  api_version: '1.1',
  instructions,
  status: 'pending',
  created: 1794712325,
  exp_date: 1794798725,
  live_mode: false,
};

const { created_at: _created, expires_at: _expires, short_id: _short, ...keptByVerify } = verifiedBefore2026;
const { failure_url: _failure, ...infoBefore2015 } = verifiedBefore2026.order_info;
const formerFields = {
  captured: true,
  failure_message: null,
  failure_code: null,
  amount_refunded: 0,
  description: null,
  dispute: null,
};

export const verifiedBefore2015 = {
  ...keptByVerify,
  fee_details: { ...fee_details, description: '…' },
  order_info: infoBefore2015,
  created: 1794712325,
  ...formerFields,
};

export const smsEvent = {
  type: 'sms.success',
  object: 'event',
  data: { object: { id, object: 'charge', short_id } },
};

export const smsEventBefore2015 = {
  type: 'charge_sms.success',
  object: 'event',
  payment: { id: '01a1dd30-cbb4-77f8-8dbf-c197ac96dc14', short_id },
  data: smsEvent.data,
};

export const speiNoticeBefore2026 = { ...verifiedBefore2026, shortId: '8C42E034', status: 'PENDING' };
export const speiNotice = { ...speiNoticeBefore2026, ...money };

const { created_at: _c, expires_at: _e, accepted_at: _a, ...keptByNotice } = verifiedBefore2026;
export const noticeBefore2017 = {
  ...keptByNotice,
  amount: '75.00',
  fee: '5.18',
  fee_details: { ...feeDetails, amount: '5.18', amount_refunded: '0.00', tax: '0.83', description: '…' },
  order_info: {
    ...verifiedBefore2026.order_info,
    order_price: '75.00',
    exchange: { ...exchange, origin_amount: '75.00', final_amount: '75.00' },
  },
  created: '1794712325',
  ...formerFields,
  amount_refunded: '0.00',
};

export const orderBefore2026 = {
  id,
  shortId: '8C42E034',
  product: { id: 'SMG-1', price: 150, name: 'Funda', currency: 'MXN' },
  customer: { name: 'Ana Robles', email: 'ana@example.com' },
  payment: {
    type: 'SPEI',
    fee: 10.25,
    iva: 1.64,
    clabe: '000000880179333187',
    instructions: [
      { step: 1, description: '…' },
      { step: 2, description: '…' },
      { step: 3, description: '…' },
    ],
  },
  status: 'PENDING',
  testMode: true,
  exchange: { rate: 1, finalAmount: 150, originAmount: 150, finalCurrency: 'MXN', originCurrency: 'MXN' },
  extras: {},
  api: { name: 'cobro', version: '2.0.0' },
  createdAt: 1794712324991,
  updatedAt: 1794712324991,
  expiresAt: 1794885124991,
};

export const order = { ...orderBefore2026, ...money };

export const envelope = {
  object: 'orders.create',
  code: 200,
  status: 'success',
  message: 'success.create',
  request: 1794712325005,
  url: '/v2/orders',
  data: order,
};

export const provider = {
  internal_name: 'OXXO',
  availability: '24:00 hrs',
  name: 'Oxxo',
  rank: 1,
  transaction_limit: 10000,
  commission: 10,
  is_active: true,
  store_image: 'oxxo.png',
  image_small: 'https://pay.example.com/assets/providers/OXXO-small.png',
  image_medium: 'https://pay.example.com/assets/providers/OXXO-medium.png',
  image_large: null,
  type: 'Convenience Store',
  limit_per_transaction: 5000,
};

export const keyCheck = { type: 'success', livemode: false, mode_key: false, message: 'ok', code: 200 };
