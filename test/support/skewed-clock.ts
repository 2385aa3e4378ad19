// For `node --import`: a process whose clock is wrong by TEST_CLOCK_SKEW_MS, as that of a machine without NTP.
const skewMs = Number(process.env['TEST_CLOCK_SKEW_MS']);
const { now } = Date;
Date.now = () => now() + skewMs;
