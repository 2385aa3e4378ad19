// What an invoice (CFDI 4.0) of our fees must say of a merchant (D88). The invoice itself is made by the operator's invoice
// program.
import { readRfc } from '../base/rfc.js';

export type TaxProfile = {
  readonly rfc: string;
  /** As the tax office has it, in capitals and without the kind of company. */
  readonly name: string;
  /** The code of the régimen fiscal, such as 601. */
  readonly regime: string;
  readonly postalCode: string;
  /** The code of the uso CFDI, such as G03. */
  readonly cfdiUse: string;
};

/** The data, or the first field that is wrong. */
export function readTaxProfile(
  given: Readonly<Record<keyof TaxProfile, string>>,
): TaxProfile | { readonly wrong: keyof TaxProfile } {
  const rfc = readRfc(given.rfc);
  const name = given.name.trim().toUpperCase();
  const [regime, postalCode, cfdiUse] = [
    given.regime.trim(),
    given.postalCode.trim(),
    given.cfdiUse.trim().toUpperCase(),
  ];
  if (rfc === null) return { wrong: 'rfc' };
  if (name === '' || name.length > 254) return { wrong: 'name' };
  if (!/^6\d\d$/.test(regime)) return { wrong: 'regime' };
  if (!/^\d{5}$/.test(postalCode)) return { wrong: 'postalCode' };
  if (!/^(?:[A-Z]\d\d|CP01|CN01)$/.test(cfdiUse)) return { wrong: 'cfdiUse' };
  return { rfc, name, regime, postalCode, cfdiUse };
}

/** Codes of the tax office (c_RegimenFiscal and c_UsoCFDI of CFDI 4.0) with their official names: those that merchants have. */
export const REGIMES = {
  601: 'General de Ley Personas Morales',
  603: 'Personas Morales con Fines no Lucrativos',
  606: 'Arrendamiento',
  612: 'Personas Físicas con Actividades Empresariales y Profesionales',
  616: 'Sin obligaciones fiscales',
  621: 'Incorporación Fiscal',
  622: 'Actividades Agrícolas, Ganaderas, Silvícolas y Pesqueras',
  625: 'Régimen de las Actividades Empresariales con ingresos a través de Plataformas Tecnológicas',
  626: 'Régimen Simplificado de Confianza',
};

export const CFDI_USES = {
  G01: 'Adquisición de mercancías',
  G02: 'Devoluciones, descuentos o bonificaciones',
  G03: 'Gastos en general',
  S01: 'Sin efectos fiscales',
  CP01: 'Pagos',
};
