// What random trials of money find only now and then: the tests do a few of each.
const SIZES = { COBRO_MODEL_RUNS: '12', COBRO_RACES: '20', COBRO_REPLAYS: '300' };
for (const [name, size] of Object.entries(SIZES)) process.env[name] ??= size;
for (const file of ['model', 'races', 'replays']) await import(`./${file}.test.js`);
