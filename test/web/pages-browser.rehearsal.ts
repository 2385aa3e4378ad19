// Every page of the dashboard and for customers in both languages, on a phone and on a desk, with all that axe finds: of long
// lists the tests see each page in one of the two, and axe looks at the colours of one page of each layout.
process.env['COBRO_PAGES'] = 'all';
for (const file of [
  'dashboard/desk/desk-browser',
  'dashboard/develop-browser',
  'dashboard/merchant-browser',
  'dashboard/messages-browser',
  'pay/pay-pictures',
  'site-browser',
])
  await import(`./${file}.test.js`);
