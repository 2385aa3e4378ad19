// Telephone numbers: those that can get an SMS, ten Mexican digits, or +52 and ten digits (D55, D62), and any that can be called.
import { parsePhoneNumberFromString } from 'libphonenumber-js/max';

/** In Mexico most ranges hold mobile and fixed lines alike. Premium and toll-free numbers are neither. */
const TYPES: readonly (string | undefined)[] = ['MOBILE', 'FIXED_LINE_OR_MOBILE'];

/** E.164 (+525512345678); null if it is not a Mexican number that can get an SMS. */
export function parseMexicanPhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text.trim(), 'MX');
  const isMexican = phone?.countryCallingCode === '52' && phone.nationalNumber.length === 10 && !phone.ext;
  return isMexican && TYPES.includes(phone.getType()) ? phone.number : null;
}

/** E.164; null if nobody can be called there. Without a country it is a Mexican number. */
export function readPhone(text: string): string | null {
  const phone = parsePhoneNumberFromString(text.trim(), 'MX');
  return phone?.isValid() && !phone.ext ? phone.number : null;
}

/** As people write it: "55 1234 5678", and with its country where that is not Mexico. */
export function showPhone(number: string): string {
  const phone = parsePhoneNumberFromString(number, 'MX');
  if (phone === undefined) return number;
  return phone.countryCallingCode === '52' ? phone.formatNational() : phone.formatInternational();
}
