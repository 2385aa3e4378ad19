// Telephones of customers: ten Mexican digits, or +52 and ten digits (D55).
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** E.164 (+525512345678), or null when it is no Mexican telephone. */
export function parseMexicanPhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text.trim(), 'MX');
  const isMexican = phone?.countryCallingCode === '52' && phone.nationalNumber.length === 10 && !phone.ext;
  return isMexican ? phone.number : null;
}
