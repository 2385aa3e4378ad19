// Where someone may have wanted to go who asks at a path of the wrong generation: v2 has orders, v1 has charges and
// everything else.

const GENERATION = /^(?:\/api)?(?:\/v\d{1,3})?(?=\/)/;
const LONGEST_PATH = 500;

/** Other paths for the same thing, the likeliest first. They need not exist. */
export function otherGeneration(path: string): string[] {
  if (path.length > LONGEST_PATH) return [];
  const rest = path.replace(GENERATION, '');
  const asCharge = rest.replace(/^\/orders(?=\/|$)/, '/charges');
  const asOrder = rest.replace(/^\/charges(?=\/|$)/, '/orders');
  const others = [`/v1${rest}`, `/v2${rest}`, `/v1${asCharge}`, `/v2${asOrder}`];
  return [...new Set(others)].filter((other) => other !== path);
}
