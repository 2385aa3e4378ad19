// How orders are paid, how long they wait, and how their money is booked.
import { amount, amountOrZero, converted, text, wholeNumber } from '../forms.js';
import type { SettingGroup } from '../setting.js';

export const orderSettings = {
  clabePrefix: {
    name: 'COBRO_CLABE_PREFIX',
    form: text(/^(?!0{6})\d{6,12}$/, '6 to 12 digits that do not start with 000000'),
    why: 'First digits of live CLABEs, as your bank gave them. Unset: live SPEI orders get 503 rail_not_configured.',
  },
  speiBeneficiary: {
    name: 'COBRO_SPEI_BENEFICIARY',
    form: text(/^\S.{0,59}$/, 'a name of up to 60 characters'),
    why: "Who holds these CLABEs, for the customer page: the name that a bank's form asks for. Unset: the merchant's name.",
  },
  clabeReuseDays: {
    name: 'COBRO_CLABE_REUSE_DAYS',
    form: wholeNumber(0, 3_650),
    default: '0',
    why: 'Days after the end of its order that a live CLABE may be given to another order, once the prefix has no new one left; 0 means never. At least as long as COBRO_LATE_GRACE_HOURS.',
  },
  clabeSharePercent: {
    name: 'COBRO_CLABE_SHARE_PERCENT',
    form: wholeNumber(1, 100),
    default: '50',
    why: 'Percentage of the CLABEs of the prefix that one account may take, at most half of it by orders of its public keys and pages. Set it to 100 if you have one merchant.',
  },
  cardSharePercent: {
    name: 'COBRO_CARD_SHARE_PERCENT',
    form: wholeNumber(1, 100),
    default: '50',
    why: "Percentage of a payment point's cards that one account may have in use, resting ones included. Its public keys and pages get none beyond half of it.",
  },
  speiLifetimeHours: {
    name: 'COBRO_SPEI_LIFETIME_HOURS',
    form: wholeNumber(1, 720),
    default: '48',
    why: 'How long a SPEI order waits for its money if the merchant sets no expiry, in hours.',
  },
  cashLifetimeHours: {
    name: 'COBRO_CASH_LIFETIME_HOURS',
    form: wholeNumber(1, 720),
    default: '24',
    why: 'The same for cash and bank deposits, in hours.',
  },
  lateGraceHours: {
    name: 'COBRO_LATE_GRACE_HOURS',
    form: wholeNumber(0, 720),
    default: '24',
    why: 'How long after its expiry an order can still be paid, in hours. The time of payment counts.',
  },
  ivaBasisPoints: {
    name: 'COBRO_IVA_BASIS_POINTS',
    form: converted(wholeNumber(0, 10_000), BigInt),
    default: '1600',
    why: 'IVA on the fee, in basis points: 1600 is 16 %. It applies to new orders.',
  },
  minimumAmount: {
    name: 'COBRO_MINIMUM_AMOUNT',
    form: amount,
    default: '1.00',
    why: 'Minimum amount of an order; a price in another currency is converted first. An order must also be able to bear its own fee and IVA.',
  },
  largestPayment: {
    name: 'COBRO_LARGEST_PAYMENT',
    form: amount,
    default: '9999999.99',
    why: 'Largest payment that is booked by itself; a larger one is held until the operator decides about it.',
  },
  fourEyesOver: {
    name: 'COBRO_FOUR_EYES_OVER',
    form: amountOrZero,
    why: "Amount of live money that one person of the operator's may move alone in 24 hours, at the desk or with commands; the same holds for one merchant and for one account that money goes to. What is over it, and every change of points' live details, names, hours and pictures, of merchants' names, logos, contacts and e-mail texts by the operator, of rails, rates, fees, policies, roles and live private keys, waits for a second person; 0: every amount waits. Unset: one person is enough.",
  },
  fourEyesRestDays: {
    name: 'COBRO_FOUR_EYES_REST',
    form: wholeNumber(0, 365),
    default: '7',
    why: 'How many days somebody cannot approve what was proposed by whoever invited, reset or changed them, or the other way around.',
  },
  payoutAccountWaitHours: {
    name: 'COBRO_PAYOUT_ACCOUNT_WAIT',
    form: wholeNumber(0, 720),
    default: '48',
    why: 'How long an account that a merchant names for payouts waits before it counts, in hours. All owners are told by e-mail at once, so a live one needs COBRO_SMTP_URL, and any of them can stop it.',
  },
  releaseDelayHours: {
    name: 'COBRO_SETTLEMENT_DELAY_HOURS',
    form: wholeNumber(0, 720),
    default: '0',
    why: 'How long the net amount of a paid order stays pending before it is available, in hours.',
  },
} satisfies SettingGroup;
