// For `node --import`: a process whose clock is wrong by TEST_CLOCK_SKEW_MS, as that of a machine without NTP. With
// TEST_CLOCK_STEPS_MS every SIGUSR2 sets it to the next of these differences.
const { now } = Date;
let skewMs = Number(process.env['TEST_CLOCK_SKEW_MS']);
Date.now = () => now() + skewMs;

const steps = process.env['TEST_CLOCK_STEPS_MS']?.split(',').map(Number) ?? [];
let next = 0;
if (steps.length > 0)
  process.on('SIGUSR2', () => {
    skewMs = steps[next++ % steps.length] ?? 0;
  });
