// Customers' telephone numbers: ten Mexican digits, or +52 and ten digits (D55).
import { parsePhoneNumberFromString } from 'libphonenumber-js/min';

/** E.164 (+525512345678); null if it is not a Mexican number. */
export function parseMexicanPhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text.trim(), 'MX');
  const isMexican = phone?.countryCallingCode === '52' && phone.nationalNumber.length === 10 && !phone.ext;
  return isMexican ? phone.number : null;
}
