// Customers' telephone numbers: ten Mexican digits, or +52 and ten digits, that can get an SMS (D55, D62).
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** In Mexico most ranges hold mobile and fixed lines alike. Premium and toll-free numbers are neither. */
const TYPES: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** E.164 (+525512345678); null if it is not a Mexican number that can get an SMS. */
export function parseMexicanPhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text.trim(), 'MX');
  const isMexican = phone?.countryCallingCode === '52' && phone.nationalNumber.length === 10 && !phone.ext;
  return isMexican && TYPES.includes(phone.getType()) ? phone.number : null;
}
