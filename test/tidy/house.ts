// The plan of the house as data: who may import whom, where packages belong, and what its rooms are. The tidy
// test holds the sources to it, and docs/architecture.md shows it.

/**
 * Who may import whom. A key is a folder of src/, a file directly in it, or a file of a folder that may do more than its
 * folder. With `type ` before it only types may be imported. A folder may always import itself. What is not listed is
 * forbidden, so a new folder or root file needs a line here.
 */
export const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  domain: [],
  wire: ['domain', 'errors'],
  store: ['domain', 'errors', 'log'],
  adapters: ['domain', 'errors', 'errors/operator-error', 'log', 'type settings'],
  memory: ['domain', 'store', 'adapters', 'errors', 'log'],
  actions: ['domain', 'store', 'memory', 'adapters', 'errors', 'type deps', 'type log', 'type settings'],
  http: ['domain', 'wire', 'actions', 'errors', 'type deps', 'log', 'type settings'],
  api: [
    ...['domain', 'wire', 'store', 'memory', 'actions', 'http'],
    ...['errors', 'type deps', 'log', 'type settings', 'paths'],
  ],
  web: [
    ...['domain', 'wire', 'store', 'memory', 'actions', 'http'],
    ...['errors', 'type deps', 'log', 'type settings', 'paths'],
  ],
  workers: [
    ...['domain', 'wire', 'store', 'memory', 'adapters', 'actions'],
    ...['errors', 'type deps', 'log', 'type settings'],
  ],
  cli: [
    ...['domain', 'wire', 'store', 'memory', 'adapters', 'actions'],
    ...['errors', 'errors/operator-error', 'type deps', 'log', 'settings', 'paths'],
  ],
  service: [
    ...['domain', 'wire', 'store', 'memory', 'adapters', 'actions', 'http', 'api', 'web', 'workers', 'cli'],
    ...['errors', 'errors/operator-error', 'type deps', 'log', 'settings', 'paths'],
  ],
  deps: ['type domain', 'type store', 'type memory', 'type adapters', 'type log', 'type settings'],
  settings: ['domain', 'errors/operator-error'],
  errors: ['type domain'],
  log: ['domain'],
  paths: [],
  types: [],
};

/** Files that only those may import who name them: being allowed their folder is not enough. */
export const APART: readonly string[] = ['errors/operator-error'];

/**
 * The rooms that domain, wire, store and actions have in common, each named after a noun. Within a layer a room may
 * import the rooms before it in this order, and none behind it.
 */
export const ROOMS = [
  ...['base', 'accounts', 'points', 'orders', 'rails', 'webhooks', 'transfers', 'money', 'messages', 'links'],
  ...['people', 'keeping'],
] as const;

/** What a room may import of a later one, because one statement stores both. */
export const ROOM_EXCEPTIONS: Readonly<Record<string, readonly string[]>> = {
  'store/orders/new-orders': ['store/webhooks/deliveries/new-deliveries'],
};

/**
 * Pages and commands do an act of the closed table (D81) through act-as-operator.ts alone: what the files of the acts import from
 * other actions they import nowhere else, but for what only looks.
 */
export const ACTS_LOOK: readonly string[] = [
  'changed',
  'touching',
  'pictureIn',
  'brandFacts',
  'changedBrand',
  'readMessageSettings',
  'settingTexts',
  'requireAccount',
  'requireFormat',
  'requireMember',
  'requirePayment',
  'requirePaymentPoint',
  'requireTransfer',
  'requireReconciliation',
  'foreseeMany',
  'listDoubtful',
  'ownAccount',
  'withTransfers',
];
/** What has one of them inside, or does all. */
export const ALSO_ACTS: readonly string[] = ['createKey', 'rollKey', 'setBrand', 'fundTransfer', 'runAct'];
/** Which files import which of them all the same, or any of them, and why. */
export const MAY_ACT: Readonly<Record<string, string | Readonly<Record<string, string>>>> = {
  'src/cli/orders/trigger.ts': 'test mode alone',
  'src/cli/accounts/key.ts': { addKey: 'public and test keys' },
  'src/web/dashboard/merchants/merchants-routes.ts': {
    createKey: 'public and test keys',
    rollKey: 'public and test keys',
  },
  'src/web/dashboard/settings/settings-routes.ts': {
    setBrand: "a merchant's own",
    setMessageSettings: "a merchant's own",
    setPolicies: "a merchant's own",
  },
  'src/web/dashboard/people/people-routes.ts': {
    changeRole: "a merchant's own people; the desk's are acts",
    enablePerson: "one's own team: a hand on them",
    invitePerson: "a merchant's own people; the desk's are acts",
    makePersonLink: "one's own team: a hand on them",
    removeSecondFactor: "one's own team: a hand on them",
  },
};

/** Packages that have one place in the program. */
export const PACKAGE_PLACES: Readonly<Record<string, readonly string[]>> = {
  pg: ['store'],
  '@cobro/embedded-postgres': ['service'],
  fastify: ['http', 'api', 'web'],
  commander: ['cli'],
};

/** Pure folders may import these packages and no other. */
export const PURE_FOLDERS: Readonly<Record<string, readonly string[]>> = {
  // Digests, telephones, amounts of rails as they came, rails that send XML, codes of second factors, addresses of coins, domains of e-mail
  // addresses, networks.
  domain: [
    ...['node:crypto', 'node:net', 'node:url', 'libphonenumber-js/max', 'lossless-json', 'otpauth'],
    'fast-xml-parser',
    ...['@noble/hashes/legacy.js', '@noble/hashes/sha2.js', '@noble/hashes/sha3.js', '@scure/base'],
    ...['@noble/curves/secp256k1.js', '@scure/bip32'],
  ],
  // Bytes of files of banks are decoded, unzipped and parsed as they come.
  wire: [
    ...['typebox', 'csv-parse/sync', 'fast-xml-parser'],
    ...['csv-parse', 'saxes', 'yauzl', 'node:buffer', 'node:stream'],
  ],
};
