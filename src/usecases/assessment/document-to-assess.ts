import type { TenantSettings } from '../../domain/account/tenant.ts';
import { minorUnitOf } from '../../domain/base/currency.ts';
import type { Buyer, BuyerExemption } from '../../domain/customers/buyer.ts';
import type { RuleFacts } from '../../domain/places/place-law.ts';
import { pricedItem } from '../../domain/transactions/transaction-amounts.ts';
import type { ItemInput, ShippingFeeInput, TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { CalculationOptions, Certificate, DocumentToAssess, Supply } from '../../tax/model/assessment.ts';
import type { TaxPlace } from '../../tax/model/place.ts';
import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import { certificatesUnder } from './overrides.ts';

/** Everything that the tax of a document depends on, before it is turned into the plain values of the core. */
export type DocumentFacts = {
  readonly input: TransactionInput;
  readonly currency: string;
  readonly customer: Buyer;
  readonly exemptions: readonly BuyerExemption[];
  readonly settings: TenantSettings;
  readonly place: TaxPlace;
  readonly isCollecting: boolean;
  /** Rules and supplies are in the order of the items. */
  readonly itemRules: readonly RuleFacts[];
  readonly itemSupplies: readonly Supply[];
  readonly shippingRule: RuleFacts | null;
  readonly shippingSupply: Supply;
};

export function documentToAssess(facts: DocumentFacts): DocumentToAssess {
  const { input, itemRules, itemSupplies, shippingRule, shippingSupply } = facts;
  return {
    minorUnit: minorUnitOf(facts.currency),
    isTaxInclusive: input.isTaxInclusive,
    transactionLevelDiscount: decimalOr(input.transactionLevelDiscount, zero),
    customerType: facts.customer.customerType,
    certificates: certificatesUnder(input, certificatesOf(facts.exemptions), facts.place.country),
    isCollecting: facts.isCollecting,
    place: facts.place,
    items: input.items.map((item, index) => itemToAssess(item, itemRules[index]!, itemSupplies[index]!)),
    shippingFee: input.shippingFee && shippingFeeToAssess(input.shippingFee, shippingRule!, shippingSupply),
    options: optionsOf(facts.settings),
  };
}

function optionsOf(settings: TenantSettings): CalculationOptions {
  const { roundingLevel, tieRule, inclusiveRounding, exemptInclusivePrice, discountCoversShipping, shippingRate } =
    settings;
  return { roundingLevel, tieRule, inclusiveRounding, exemptInclusivePrice, discountCoversShipping, shippingRate };
}

/** The certificates in force, whatever a document decides about them. */
export function certificatesOf(exemptions: readonly BuyerExemption[]): readonly Certificate[] {
  return exemptions.filter(({ exemptionStatus }) => exemptionStatus === 'ACTIVE').map(certificateOf);
}

export function certificateOf(exemption: BuyerExemption): Certificate {
  return {
    id: exemption.serviceId,
    country: exemption.country,
    subdivision: exemption.state,
    fromOn: exemption.fromOn,
    toOn: exemption.toOn,
    taxCodes: exemption.taxCodes,
    relief:
      exemption.exemptionType === 'FULLY'
        ? { kind: 'full' }
        : {
            kind: 'partial',
            exemptShare: decimalOr(exemption.exemptPercentage, null),
            reducedRate: decimalOr(exemption.reducedRate, null),
          },
  };
}

type SentLine = Pick<ItemInput, 'taxCode' | 'taxableCategory' | 'manualSalesTax' | 'manualSalesTaxRate'>;

function lineToAssess(line: SentLine, { rule }: RuleFacts, supply: Supply) {
  return {
    taxCode: line.taxCode,
    isSentAsNotTaxable: line.taxableCategory === 'NOT_TAXABLE',
    manualRate: line.manualSalesTax === true ? decimalOr(line.manualSalesTaxRate, null) : null,
    supply,
    rule,
  };
}

function itemToAssess(item: ItemInput, facts: RuleFacts, supply: Supply) {
  return Object.assign(lineToAssess(item, facts, supply), pricedItem(item)); // Spreading both would take twice as long.
}

function shippingFeeToAssess(fee: ShippingFeeInput, facts: RuleFacts, supply: Supply) {
  return {
    ...lineToAssess(fee, facts, supply),
    totalPrice: decimalOr(fee.totalPrice, zero),
    followsGoods: facts.followsGoods,
  };
}

function decimalOr<Other>(text: string | null, other: Other): Decimal | Other {
  return text === null ? other : decimal(text);
}
