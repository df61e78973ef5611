import { documentTaxLine, type JurisdictionTax, jurisdictionTax, taxLine } from '../../domain/transactions/tax-line.ts';
import { builder } from '../base/builder.ts';
import { recordFields, recordType } from '../base/record-type.ts';

const JurisdictionTaxRef = builder.interfaceRef<JurisdictionTax>(jurisdictionTax.name).implement({
  description: jurisdictionTax.description,
  fields: (t) => recordFields(t, jurisdictionTax) as never,
});

export const TaxLineRef = recordType(taxLine, [JurisdictionTaxRef as never]);
export const DocumentTaxLineRef = recordType(documentTaxLine, [JurisdictionTaxRef as never]);
