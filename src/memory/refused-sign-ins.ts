// Counts refused sign-ins until they are written to the audit log. A flood of them fills neither memory nor the log:
// beyond a number of addresses, the rest is one count.

export type RefusedSignIns = {
  note(address: string): void;
  /** The counts since the last call, by address. */
  take(): ReadonlyMap<string, number>;
};

const MOST_ADDRESSES = 50;
const OTHER_ADDRESSES = 'other addresses';

export function createRefusedSignIns(): RefusedSignIns {
  let counts = new Map<string, number>();
  return {
    note(address) {
      const place = counts.has(address) || counts.size < MOST_ADDRESSES ? address : OTHER_ADDRESSES;
      counts.set(place, (counts.get(place) ?? 0) + 1);
    },
    take() {
      const taken = counts;
      counts = new Map();
      return taken;
    },
  };
}
