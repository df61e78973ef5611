import { type EnumerationValue, enumeration } from './record.ts';

export const vatCategory = enumeration(
  'VatCategory',
  'VAT category of an electronic invoice: the codes of UNCL5305 that EN 16931 uses.',
  {
    S: 'Taxed at a standard, reduced or other positive rate.',
    Z: 'Taxed at a zero rate.',
    E: 'Exempt from tax.',
    AE: 'Reverse charge: the buyer accounts for the tax.',
    K: 'Intra-Community supply of goods.',
    G: 'Export, not taxed.',
    O: 'Outside the scope of VAT.',
    L: 'Subject to IGIC in the Canary Islands.',
    M: 'Subject to IPSI in Ceuta and Melilla.',
  },
);
export type VatCategory = EnumerationValue<typeof vatCategory>;
