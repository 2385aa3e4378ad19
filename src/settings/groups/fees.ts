// What merchants pay who have no fee of their own (D23), by the method of the order.
import type { Method } from '../../domain/accounts/fee.js';
import { fee } from '../forms.js';
import type { Setting } from '../setting.js';

export const feeSettings = {
  spei: {
    name: 'COBRO_FEE_SPEI',
    form: fee,
    default: '1.5% + 8.00',
    why: 'Fee of SPEI orders for merchants without a fee of their own.',
  },
  cash: { name: 'COBRO_FEE_CASH', form: fee, default: '2.9% + 3.00', why: 'The same for cash at stores.' },
  bank_deposit: {
    name: 'COBRO_FEE_BANK_DEPOSIT',
    form: fee,
    default: '2.9% + 3.00',
    why: 'The same for bank deposits.',
  },
  crypto: { name: 'COBRO_FEE_CRYPTO', form: fee, default: '2.9% + 3.00', why: 'The same for coins.' },
} satisfies Readonly<Record<Method, Setting>>;
