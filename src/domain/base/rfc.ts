// The Mexican tax number.

/** An RFC as the tax office writes it: of a company or a person, with its homoclave. null: it is none. */
export function readRfc(text: string): string | null {
  const rfc = text.replaceAll(/[\s-]/g, '').toUpperCase();
  return /^[A-ZÑ&]{3,4}\d{2}(0[1-9]|1[0-2])(0[1-9]|[12]\d|3[01])[A-Z\d]{3}$/.test(rfc) ? rfc : null;
}
