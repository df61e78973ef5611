import type { TenantSettings } from '../../domain/account/tenant.ts';
import { minorUnitOf } from '../../domain/base/currency.ts';
import type { Buyer, BuyerExemption } from '../../domain/customers/buyer.ts';
import type { RuleFacts } from '../../domain/places/place-law.ts';
import { pricedItem } from '../../domain/transactions/transaction-amounts.ts';
import type { ItemInput, ShippingFeeInput, TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type {
  CalculationOptions,
  Certificate,
  DocumentToAssess,
  ItemToAssess,
  PlaceToAssess,
  Supply,
} from '../../tax/model/assessment.ts';
import { type Decimal, decimal, zero } from '../../tax/numbers/decimal.ts';
import type { LawOfLines } from './law-of-lines.ts';
import { certificatesUnder } from './overrides.ts';

/** Everything that the tax of a document depends on, before it is turned into the plain values of the core. */
export type DocumentFacts = {
  readonly input: TransactionInput;
  readonly currency: string;
  readonly customer: Buyer;
  readonly exemptions: readonly BuyerExemption[];
  readonly settings: TenantSettings;
  /** Those of the document's own place come first. */
  readonly places: readonly PlacedLines[];
};

/** The law for the items of one place, in the order of `indexes`, and for the shipping fee if it is taxed there. */
export type PlacedLines = LawOfLines & PlaceToAssess & { readonly indexes: readonly number[] };

export function documentToAssess(facts: DocumentFacts): DocumentToAssess {
  const { input, places } = facts;
  const { place, isCollecting, shippingRule, shippingSupply } = places[0]!;
  return {
    minorUnit: minorUnitOf(facts.currency),
    isTaxInclusive: input.isTaxInclusive,
    transactionLevelDiscount: decimalOr(input.transactionLevelDiscount, zero),
    customerType: facts.customer.customerType,
    certificates: certificatesUnder(input, certificatesOf(facts.exemptions), places),
    isCollecting,
    place,
    items: itemsToAssess(input, places),
    shippingFee: input.shippingFee && shippingFeeToAssess(input.shippingFee, shippingRule!, shippingSupply),
    options: optionsOf(facts.settings),
  };
}

function itemsToAssess({ items }: TransactionInput, places: readonly PlacedLines[]): ItemToAssess[] {
  const assessed: ItemToAssess[] = new Array(items.length);
  for (const [number, { place, isCollecting, itemRules, itemSupplies, indexes }] of places.entries()) {
    const at = number === 0 ? undefined : { place, isCollecting };
    for (const [position, index] of indexes.entries()) {
      assessed[index] = itemToAssess(items[index]!, itemRules[position]!, itemSupplies[position]!, at);
    }
  }
  return assessed;
}

function optionsOf(settings: TenantSettings): CalculationOptions {
  const {
    roundingLevel,
    roundingMode,
    inclusiveRounding,
    exemptInclusivePrice,
    discountCoversShipping,
    shippingTaxMethod,
  } = settings;
  return {
    roundingLevel,
    roundingMode,
    inclusiveRounding,
    exemptInclusivePrice,
    discountCoversShipping,
    shippingTaxMethod,
  };
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
    validFrom: exemption.validFrom,
    validThrough: exemption.validThrough,
    taxCodes: exemption.taxCodes,
    relief:
      exemption.exemptionType === 'FULLY'
        ? { kind: 'full' }
        : {
            kind: 'partial',
            exemptShare: decimalOr(exemption.exemptFraction, null),
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

function itemToAssess(item: ItemInput, facts: RuleFacts, supply: Supply, at: PlaceToAssess | undefined): ItemToAssess {
  return Object.assign(lineToAssess(item, facts, supply), pricedItem(item), { at }); // Spreading would take twice as long.
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
