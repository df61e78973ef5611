import type {
  AssessedLine,
  CalculationOptions,
  Certificate,
  DocumentToAssess,
  ItemToAssess,
  ShippingFeeToAssess,
  TreatmentFacts,
} from '../../src/tax/model/assessment.ts';
import type { JurisdictionLevel, RateInForce, TaxPlace } from '../../src/tax/model/place.ts';
import type { BasisRule, RateRule, RuleTerm, TaxRule } from '../../src/tax/model/rule.ts';
import { decimal, decimalText, zero } from '../../src/tax/numbers/decimal.ts';

/** The default options of a tenant. */
export const defaultOptions: CalculationOptions = {
  roundingLevel: 'LINE',
  roundingMode: 'HALF_UP',
  inclusiveRounding: 'TAX',
  exemptInclusivePrice: 'KEEP',
  discountCoversShipping: false,
  shippingTaxMethod: 'OWN_CODE',
};

const allLevels: readonly JurisdictionLevel[] = ['COUNTRY', 'REGION', 'STATE', 'COUNTY', 'CITY', 'DISTRICT'];
const stackLevels: readonly JurisdictionLevel[] = ['STATE', 'COUNTY', 'CITY', 'DISTRICT'];

/** A jurisdiction and its general rate; its id defaults to its level. */
function aRate(level: JurisdictionLevel, rate: string, id: string = level): RateInForce {
  const jurisdiction = { id, level, name: id, code: id, fips: null, districtOf: null };
  return { jurisdiction, rate: decimal(rate), validFrom: '2020-01-01', validThrough: null, source: 'test' };
}

/** A US place with rates for state, county, city and then districts; ids as in `aRate`, with numbered districts. */
export function aPlace(...rates: readonly string[]): TaxPlace {
  return {
    regime: 'SALES_TAX',
    country: 'US',
    subdivision: 'MN',
    taxDate: '2026-07-01',
    rates: rates.map((rate, index) => {
      const level = stackLevels[index] ?? 'DISTRICT';
      return aRate(level, rate, index < 3 ? level : `DISTRICT-${index - 2}`);
    }),
    localRateCap: null,
  };
}

export function aTerm(term: Partial<RuleTerm> = {}): RuleTerm {
  return { levels: allLevels, rate: { kind: 'general' }, basis: { kind: 'full' }, ...term };
}

/** By default, taxes at the rates of the place. */
export function aRule(rule: Partial<TaxRule> = {}): TaxRule {
  return {
    id: 'test/general',
    category: 'general',
    description: 'A rule of a test',
    treatment: 'TAXABLE',
    terms: [aTerm()],
    validFrom: null,
    validThrough: null,
    source: 'test',
    ...rule,
  };
}

/** A rule of one term for every jurisdiction. */
export function aRuleOf(rate: RateRule, basis: BasisRule = { kind: 'full' }): TaxRule {
  return aRule({ terms: [aTerm({ rate, basis })] });
}

export const untaxedRule = aRule({ treatment: 'NOT_TAXABLE', terms: [] });

/** One rate for all jurisdictions together, so that lines with several rates can share a place. */
function aRuleAt(rate: string): TaxRule {
  return aRuleOf({ kind: 'together', rate: decimal(rate) });
}

const treatment: TreatmentFacts = {
  taxCode: 'C1S1',
  isSentAsNotTaxable: false,
  manualRate: null,
  supply: { kind: 'TAXED' },
  rule: aRule(),
};

export type ItemFigures = { price?: string; quantity?: string; total?: string; discount?: string; rate?: string };

/** An item from texts: `{ price: '24.50', quantity: '3', discount: '1' }`; `rate` gives it a separate rule. */
export function anItem(figures: ItemFigures = {}, rest: Partial<ItemToAssess> = {}): ItemToAssess {
  const { price, quantity = '1', total, discount = '0', rate } = figures;
  return {
    ...treatment,
    rule: rate === undefined ? treatment.rule : aRuleAt(rate),
    unitPrice: price === undefined ? null : decimal(price),
    quantity: decimal(quantity),
    totalPrice: total === undefined ? null : decimal(total),
    discount: decimal(discount),
    ...rest,
  };
}

export function aFee(
  price: string,
  rest: Partial<ShippingFeeToAssess> & { rateOfFee?: string } = {},
): ShippingFeeToAssess {
  const { rateOfFee, ...others } = rest;
  return {
    ...treatment,
    taxCode: 'C6S1',
    rule: rateOfFee === undefined ? treatment.rule : aRuleAt(rateOfFee),
    totalPrice: decimal(price),
    followsGoods: null,
    ...others,
  };
}

export function aCertificate(rest: Partial<Certificate> = {}): Certificate {
  return {
    id: 'certificate',
    country: 'US',
    subdivision: null,
    validFrom: null,
    validThrough: null,
    taxCodes: [],
    relief: { kind: 'full' },
    ...rest,
  };
}

export function aDocument(items: readonly ItemToAssess[], rest: Partial<DocumentToAssess> = {}): DocumentToAssess {
  return {
    minorUnit: 2,
    isTaxInclusive: false,
    transactionLevelDiscount: zero,
    customerType: 'RETAIL',
    certificates: [],
    isCollecting: true,
    place: aPlace('0.05', '0.01'),
    items,
    shippingFee: null,
    options: defaultOptions,
    ...rest,
  };
}

/** The tax lines of a line to compare at a glance: `STATE 0.0625 of 100 = 6.25 TAXED`, with what is exempt if anything. */
export function taxLineTexts({ taxLines }: AssessedLine): string[] {
  return taxLines.map(({ jurisdiction, rate, taxableAmount, exemptAmount, taxAmount, reason }) => {
    const exempt = exemptAmount.isZero() ? '' : ` exempt ${decimalText(exemptAmount)}`;
    const product = `${decimalText(rate)} of ${decimalText(taxableAmount)} = ${decimalText(taxAmount)}`;
    return `${jurisdiction.id} ${product}${exempt} ${reason}`;
  });
}
