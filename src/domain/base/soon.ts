// A value that is nearly always there already, because it is kept in memory. Whoever waits for it anyway pays for a promise
// and for another turn, and the path of an order has a dozen such values.

export type Soon<Value> = Value | Promise<Value>;

/** What follows from a value: at once if the value is there. */
export function after<Value, Next>(value: Soon<Value>, next: (value: Value) => Soon<Next>): Soon<Next> {
  return value instanceof Promise ? value.then(next) : next(value);
}
