// The secret key of every test database.

export const TEST_SECRET_KEY = '0123456789abcdef'.repeat(4);
