// The secret key of every database that is measured.

export const BENCH_SECRET_KEY = '0123456789abcdef'.repeat(4);
