// The public key may be in a page: with it anyone can create an order, and nobody can see yours.
export const COBRO_URL = 'http://127.0.0.1:8080';
export const PUBLIC_KEY = 'pk_test_your_public_key';
