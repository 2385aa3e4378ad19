// Codes of the tax office (c_RegimenFiscal and c_UsoCFDI of CFDI 4.0) with their official names: those that merchants have.
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
