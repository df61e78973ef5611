import type { DecimalText } from '../base/amount.ts';
import { enumeration, field, type RecordOf, record } from '../base/record.ts';
import type { SnapshotLine, SnapshotRulePart, TransactionSnapshot } from './transaction-snapshot.ts';

const calculationType = enumeration('CalculationType', 'How a rule calculates tax.', {
  PERCENTAGE: 'A share of the taxable amount. The value is a fraction: 0.0825 for 8.25 %.',
  FIXED: 'A fixed amount per unit.',
});

export const taxRule = record('TaxRule', 'The rule that a jurisdiction applies to a line.', {
  name: field.text('Name of the jurisdiction.'),
  abbreviation: field.text('Code of the jurisdiction, such as `MN` or `DE`.'),
  taxable: field.flag('Whether the jurisdiction taxes the line or, in a lookup, the tax code.'),
  specialTreatment: field.flag('Whether the line is treated differently from general goods.'),
  calculationType: field.choice(calculationType, 'Type of `calculationValue`: a rate or an amount per unit.'),
  calculationValue: field.decimal(
    'A fraction, such as 0.0825, for `PERCENTAGE`; an amount in the currency of the document for `FIXED`.',
  ),
  description: field.text('Goods or services covered by the rule, and their treatment.'),
});
export const subJurisdictionalTaxRules = record(
  'SubJurisdictionalTaxRules',
  'The rule that a city or region applies to a line.',
  taxRule.fields,
);
export type SubJurisdictionalTaxRules = RecordOf<typeof taxRule>;

/**
 * The rule of the state or country for a line, with the rules of cities (US) or regions (elsewhere) by name, or by name
 * and code if two have one name. `cities` or `regions` is null if no city or region levies a tax.
 */
export type JurisdictionalSalesTaxRules = SubJurisdictionalTaxRules & {
  readonly cities: Readonly<Record<string, SubJurisdictionalTaxRules>> | null;
  readonly regions: Readonly<Record<string, SubJurisdictionalTaxRules>> | null;
};

const longestText = 256;

export function jurisdictionalSalesTaxRules(
  snapshot: Pick<TransactionSnapshot, 'rules' | 'rates' | 'authority' | 'places'>,
  line: Pick<SnapshotLine, 'rule' | 'place'>,
): JurisdictionalSalesTaxRules {
  const rule = snapshot.rules[line.rule]!;
  const description = rule.description.slice(0, longestText);
  const view = (part: SnapshotRulePart, name: string, abbreviation: string): SubJurisdictionalTaxRules => ({
    name,
    abbreviation,
    taxable: part.isTaxable,
    specialTreatment: part.isSpecial,
    calculationType: part.calculationType,
    calculationValue: part.calculationValue,
    description,
  });
  const ofLevel = (level: 'CITY' | 'REGION') => {
    const parts = rule.parts
      .map((part) => ({ part, by: snapshot.rates[part.rate]!.jurisdiction }))
      .filter(({ by }) => by.level === level);
    if (parts.length === 0) return null;
    return Object.fromEntries(
      parts.map(({ part, by: { id, name, code } }) => {
        const hasNamesake = parts.some(({ by }) => by.name === name && by.id !== id);
        return [hasNamesake ? `${name} (${code})` : name, view(part, name, code)];
      }),
    );
  };
  const own = rule.parts.find((part) => ['STATE', 'COUNTRY'].includes(snapshot.rates[part.rate]!.jurisdiction.level));
  const { authority } = line.place === undefined ? snapshot : snapshot.places![line.place]!;
  const { name, abbreviation } = authority;
  return {
    cities: ofLevel('CITY'),
    regions: ofLevel('REGION'),
    ...view(own ?? untaxed, name, abbreviation),
  };
}

/** If the state or country levies no tax, the rule says that the line is not taxed. */
const untaxed: SnapshotRulePart = {
  rate: -1,
  isTaxable: false,
  isSpecial: false,
  calculationType: 'PERCENTAGE',
  calculationValue: '0' as DecimalText,
};
