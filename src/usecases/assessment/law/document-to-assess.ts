import { minorUnitOf } from '../../../domain/base/currency.ts';
import { invalidInput } from '../../../domain/base/errors.ts';
import type { BuyerExemption } from '../../../domain/customers/buyer.ts';
import { lacksEvidence } from '../../../domain/exemptions/certificate-status.ts';
import type { RuleFacts } from '../../../domain/places/place-law.ts';
import { collectorOfFee } from '../../../domain/transactions/collected-tax.ts';
import { forcedExemption } from '../../../domain/transactions/evidence.ts';
import { asIssue, pricedItem } from '../../../domain/transactions/transaction-amounts.ts';
import type { ItemInput, ShippingFeeInput, TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import type { WorkedOut } from '../../../tax/assess.ts';
import { documentIssues } from '../../../tax/document-issues.ts';
import type {
  CalculationOptions,
  Certificate,
  DocumentToAssess,
  ItemToAssess,
  PlaceToAssess,
  Supply,
  TaxCollector,
} from '../../../tax/model/assessment.ts';
import { type Decimal, decimal, zero } from '../../../tax/numbers/decimal.ts';
import type { PlaceGroup } from '../places/place-groups.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import { workOutInTurns } from './work-out-in-turns.ts';

/** The items of one place with their law, and the shipping fee with its law if the fee is taxed at that place. */
export type PlacedLines = PlaceToAssess & {
  readonly group: PlaceGroup;
  /** One rule per item, in the same order as the items and supplies. */
  readonly itemRules: readonly RuleFacts[];
  readonly shippingRule: RuleFacts | null;
  readonly itemSupplies: readonly Supply[];
  readonly shippingSupply: Supply;
};

/** All inputs for the tax on a document, before conversion to the plain values of the core. */
export type DocumentFacts = Pick<AssessmentRequest, 'input' | 'customer' | 'exemptions' | 'settings'> & {
  readonly currency: string;
  /** One entry per item. */
  readonly areTangible: readonly boolean[];
  /** The lines of the document's own place come first. */
  readonly places: readonly PlacedLines[];
};

/** Throws `INVALID_INPUT` for a document that cannot be assessed. */
export async function workOutValid(toAssess: DocumentToAssess): Promise<WorkedOut> {
  const issues = documentIssues(toAssess);
  if (issues.length > 0) throw invalidInput(issues.map(asIssue));
  return workOutInTurns(toAssess);
}

export function documentToAssess(facts: DocumentFacts): DocumentToAssess {
  const { input, places } = facts;
  const { place, isCollecting, shippingRule, shippingSupply } = places[0]!;
  return {
    minorUnit: minorUnitOf(facts.currency) + (facts.settings.extraPlaces ?? 0),
    isTaxInclusive: input.isTaxInclusive,
    transactionLevelDiscount: decimalOr(input.transactionLevelDiscount, zero),
    customerType: facts.customer.customerType,
    certificates: certificatesUnder(input, certificatesOf(facts), places),
    isCollecting,
    place,
    items: itemsToAssess(facts),
    shippingFee:
      input.shippingFee && shippingFeeToAssess(input.shippingFee, shippingRule!, shippingSupply, collectorOfFee(input)),
    options: optionsOf(facts.settings),
  };
}

function itemsToAssess({ input, areTangible, places }: DocumentFacts): ItemToAssess[] {
  const { items } = input;
  const assessed: ItemToAssess[] = new Array(items.length);
  for (const [number, { place, isCollecting, itemRules, itemSupplies, group }] of places.entries()) {
    const at = number === 0 ? undefined : { place, isCollecting };
    for (const [position, index] of group.indexes.entries()) {
      assessed[index] = itemToAssess(items[index]!, itemRules[position]!, itemSupplies[position]!, {
        at,
        isService: !areTangible[index],
        collectedBy: input.collectedBy,
      });
    }
  }
  return assessed;
}

function optionsOf(settings: AssessmentRequest['settings']): CalculationOptions {
  const {
    roundingLevel,
    roundingMode,
    inclusiveRounding,
    exemptInclusivePrice,
    discountCoversShipping,
    shippingTaxMethod,
    extraPlaces,
  } = settings;
  return {
    roundingLevel,
    roundingMode,
    inclusiveRounding,
    exemptInclusivePrice,
    discountCoversShipping,
    shippingTaxMethod,
    ...(extraPlaces !== undefined && { extraPlaces }),
  };
}

/**
 * The certificates after the document's exemption override: the customer's own certificates, no certificates, or one
 * that exempts everything.
 */
function certificatesUnder(
  { exemptionOverride }: TransactionInput,
  own: readonly Certificate[],
  places: readonly PlaceToAssess[],
): readonly Certificate[] {
  if (exemptionOverride === null) return own;
  if (exemptionOverride.kind === 'IGNORE_CERTIFICATES') return [];
  const everything = {
    subdivision: null,
    validFrom: null,
    validThrough: null,
    taxCodes: [],
    relief: { kind: 'full' },
  } as const;
  const countries = new Set(places.map(({ place }) => place.country));
  return [...countries].map((country) => ({ id: forcedExemption, country, ...everything }));
}

/** The active certificates, regardless of the document's exemption override. */
export function certificatesOf({
  exemptions,
  settings,
}: Pick<AssessmentRequest, 'exemptions' | 'settings'>): readonly Certificate[] {
  return exemptions
    .filter(({ exemptionStatus }) => exemptionStatus === 'ACTIVE')
    .map((exemption) => ({
      ...certificateOf(exemption),
      ...(lacksEvidence(exemption, settings) && { lacksEvidence: true as const }),
    }));
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

function lineToAssess(line: SentLine, { rule }: RuleFacts, supply: Supply, collectedBy: TaxCollector | null) {
  return {
    taxCode: line.taxCode,
    isSentAsNotTaxable: line.taxableCategory === 'NOT_TAXABLE',
    collectedBy: collectedBy ?? undefined,
    manualRate: line.manualSalesTax === true ? decimalOr(line.manualSalesTaxRate, null) : null,
    supply,
    rule,
  };
}

function itemToAssess(
  item: ItemInput,
  facts: RuleFacts,
  supply: Supply,
  { collectedBy, ...placed }: Pick<ItemToAssess, 'at' | 'isService'> & Pick<TransactionInput, 'collectedBy'>,
): ItemToAssess {
  return Object.assign(lineToAssess(item, facts, supply, item.collectedBy ?? collectedBy), pricedItem(item), placed); // Spread syntax would take twice as long here.
}

function shippingFeeToAssess(
  fee: ShippingFeeInput,
  facts: RuleFacts,
  supply: Supply,
  collectedBy: TaxCollector | null,
) {
  return {
    ...lineToAssess(fee, facts, supply, collectedBy),
    totalPrice: decimalOr(fee.totalPrice, zero),
    followsGoods: facts.followsGoods,
  };
}

function decimalOr<Other>(text: string | null, other: Other): Decimal | Other {
  return text === null ? other : decimal(text);
}
