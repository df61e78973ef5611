import type { DecimalText } from '../base/amount.ts';
import type { SnapshotLine, SnapshotRulePart, TransactionSnapshot } from './transaction-snapshot.ts';

/** How one jurisdiction's rule treats a line. */
export type SubJurisdictionalTaxRules = {
  readonly name: string;
  readonly abbreviation: string;
  readonly taxable: boolean;
  /** Whether the line is treated unlike goods in general. */
  readonly specialTreatment: boolean;
  readonly calculationType: 'PERCENTAGE' | 'FIXED';
  /** A fraction for `PERCENTAGE`, an amount per piece for `FIXED`. */
  readonly calculationValue: DecimalText;
  readonly description: string;
};

/** The rule of the state or country for a line; cities (US) and regions (elsewhere) by name, null if none has a tax. */
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
    const parts = rule.parts.filter((part) => snapshot.rates[part.rate]!.jurisdiction.level === level);
    if (parts.length === 0) return null;
    return Object.fromEntries(
      parts.map((part) => {
        const { name, code } = snapshot.rates[part.rate]!.jurisdiction;
        return [name, view(part, name, code)];
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

/** Without a tax of the state or country, the rule is that the line is not taxed. */
const untaxed: SnapshotRulePart = {
  rate: -1,
  isTaxable: false,
  isSpecial: false,
  calculationType: 'PERCENTAGE',
  calculationValue: '0' as DecimalText,
};
