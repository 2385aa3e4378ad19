// A message to the customer of an order, by whatever way it went.

export type OrderMessage = {
  readonly way: 'sms' | 'email';
  readonly to: string;
  readonly text: string;
  readonly state: 'sending' | 'sent' | 'failed';
  readonly createdAt: number;
};
