// E-mail addresses that we send to. The address of an order comes from a stranger's browser, so it must be one plain
// mailbox: no list, no comment, no quoting, nothing that a mail server could read as something else.
import { domainToASCII } from 'node:url';

const LOCAL_PART = /^[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+(\.[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]+)*$/;
const DOMAIN = /^([a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z]([a-z0-9-]{0,61}[a-z0-9])$/;
/** Names that can never be reached (RFC 2606, 6761). An erased customer's address is one of them (D80). */
const NOWHERE = /(^|\.)(invalid|localhost)$/;

/** The address as it is written to a mail server; null if it is none that we send to. */
export function readMailbox(text: string): string | null {
  const at = text.lastIndexOf('@');
  const local = text.slice(0, at);
  const domain = domainToASCII(text.slice(at + 1)).toLowerCase();
  if (at < 1 || local.length > 64 || local.length + 1 + domain.length > 254) return null;
  return LOCAL_PART.test(local) && DOMAIN.test(domain) && !NOWHERE.test(domain) ? `${local}@${domain}` : null;
}
