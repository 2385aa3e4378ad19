// Ports that no webhook may be sent to. A POST to one of them talks to something that is no web server, such as a mail
// server or a database, and what the sender writes could look like commands to it.

/** https://fetch.spec.whatwg.org/#port-blocking: the ports that browsers refuse. */
const BROWSERS_REFUSE = [
  0, 1, 7, 9, 11, 13, 15, 17, 19, 20, 21, 22, 23, 25, 37, 42, 43, 53, 69, 77, 79, 87, 95, 101, 102, 103, 104, 109, 110,
  111, 113, 115, 117, 119, 123, 135, 137, 139, 143, 161, 179, 389, 427, 465, 512, 513, 514, 515, 526, 530, 531, 532,
  540, 548, 554, 556, 563, 587, 601, 636, 989, 990, 993, 995, 1719, 1720, 1723, 2049, 3659, 4045, 4190, 5060, 5061,
  6000, 6566, 6665, 6666, 6667, 6668, 6669, 6679, 6697, 10080,
];

/** SQL Server, Oracle, MySQL, RDP, PostgreSQL, VNC, Redis, memcached and MongoDB. */
const DATABASES_AND_DESKTOPS = [1433, 1521, 3306, 3389, 5432, 5900, 6379, 11211, 27017];

const FORBIDDEN: ReadonlySet<number> = new Set([...BROWSERS_REFUSE, ...DATABASES_AND_DESKTOPS]);

export function isForbiddenPort(port: number): boolean {
  return FORBIDDEN.has(port);
}

/** The port that a request to this URL uses. */
export function portOf(url: { readonly port: string; readonly protocol: string }): number {
  return url.port === '' ? (url.protocol === 'https:' ? 443 : 80) : Number(url.port);
}
