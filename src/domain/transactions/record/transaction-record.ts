import type { AssessedLine, Assessment, DocumentToAssess, Notice, Supply } from '../../../tax/model/assessment.ts';
import type { TaxReason } from '../../../tax/model/reasons.ts';
import type { TaxRule } from '../../../tax/model/rule.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { sumOfTexts, toDecimalText } from '../../base/amount.ts';
import type { Buyer, BuyerExemption } from '../../customers/buyer.ts';
import type { MatchedPlace } from '../../places/address-match.ts';
import type { DeliveryFee, PlaceFacts, RuleFacts } from '../../places/place-law.ts';
import { chargedFees } from '../charged-fees.ts';
import type {
  Item,
  LineFigures,
  ShippingFee,
  StateFee,
  TangibleCategory,
  TransactionDocument,
} from '../transaction.ts';
import type { ItemInput, ShippingFeeInput, TransactionInput } from '../transaction-input.ts';
import type { SnapshotFee, SnapshotLine, TransactionSnapshot } from '../transaction-snapshot.ts';
import { recordCertificates } from './certificate-record.ts';
import { recordEvidence } from './evidence-record.ts';
import { recordRate, recordTaxLine } from './rate-record.ts';
import { recordRules } from './rule-record.ts';

/** Everything that a calculation used, and its results. */
export type AssessedFacts = {
  readonly input: TransactionInput;
  readonly currency: string;
  readonly taxDate: string;
  readonly facts: PlaceFacts;
  readonly destination: MatchedPlace;
  readonly itemRules: readonly RuleFacts[];
  readonly shippingRule: RuleFacts | null;
  /** In the order of the items. */
  readonly itemSupplies: readonly Supply[];
  readonly shippingSupply: Supply;
  readonly sourcedFrom: TransactionSnapshot['sourcedFrom'];
  /** Why the seller collects tax there or not, as a text; null for a seller who collects everywhere. */
  readonly collectedBecause: string | null;
  readonly toAssess: DocumentToAssess;
  readonly buyer: Buyer;
  readonly exemptions: readonly BuyerExemption[];
  readonly assessment: Assessment;
  readonly notices: readonly Notice[];
  /** The fee that a state charges on the delivery; null if none. */
  readonly deliveryFee: DeliveryFee | null;
  /** Whether the buyer is charged that fee. */
  readonly isFeeCharged: boolean;
  /** Whether a tax code is for tangible goods. */
  tangibleOf(taxCode: string): boolean;
};

/** Combines the input with the figures into the form that is stored and returned. */
export function recordAssessment(assessed: AssessedFacts): {
  document: TransactionDocument;
  snapshot: TransactionSnapshot;
} {
  const { input, assessment } = assessed;
  const items = input.items.map((item, index) => recordItem(assessed, item, index));
  const shippingFee = input.shippingFee && recordShippingFee(assessed, input.shippingFee);
  const sumOf = (isCounted: (item: Item) => boolean) =>
    sumOfTexts(items.filter(isCounted).map((item) => item.totalPrice));
  const fees = assessed.deliveryFee ? [recordFeeOf(assessed.deliveryFee, assessed.isFeeCharged)] : [];
  const document: TransactionDocument = {
    documentName: input.documentName,
    items,
    shippingFee,
    isTaxInclusive: input.isTaxInclusive,
    shippingAddress: input.shippingAddress,
    billingAddress: input.billingAddress,
    shipFromAddress: input.shipFromAddress,
    externalTimestamps: input.externalTimestamps,
    taxDate: assessed.taxDate,
    createdFrom: input.createdFrom,
    currency: assessed.currency,
    subsidiary: input.subsidiary,
    salesTax: { amount: toDecimalText(assessment.taxAmount), rate: toDecimalText(assessment.taxRate) },
    taxableItemsAmount: sumOf((item) => item.taxableCategory === 'TAXABLE'),
    tangibleItemsAmount: sumOf((item) => item.tangibleCategory === 'TANGIBLE'),
    totalItemsAmount: toDecimalText(assessment.totalItemsAmount),
    totalDiscount: toDecimalText(assessment.totalDiscount),
    transactionLevelDiscount: input.transactionLevelDiscount,
    finalTransactionAmount: toDecimalText(assessment.finalTransactionAmount.plus(chargedFees(fees))),
    reason: sharedReason([...items, ...(shippingFee ? [shippingFee] : [])].map((line) => line.reason)),
    notices: [...assessed.notices, ...assessment.notices],
    fees,
    refundOf: null,
  };
  return { document, snapshot: recordSnapshot(assessed) };
}

function recordItem(assessed: AssessedFacts, item: ItemInput, index: number): Item {
  const line = assessed.assessment.items[index]!;
  return {
    unitPrice: item.unitPrice,
    quantity: item.quantity ?? toDecimalText(decimal('1')),
    description: item.description,
    name: item.name,
    taxCode: item.taxCode,
    manualSalesTax: item.manualSalesTax,
    manualSalesTaxRate: item.manualSalesTaxRate,
    discount: item.discount,
    relativeTransactionDiscount: toDecimalText(line.relativeTransactionDiscount),
    isSentAsNotTaxable: item.taxableCategory === 'NOT_TAXABLE',
    ...figures(assessed, item, line, assessed.itemRules[index]!.rule), // Last: members added to a copy are slow.
  };
}

function recordShippingFee(assessed: AssessedFacts, fee: ShippingFeeInput): ShippingFee {
  return {
    taxCode: fee.taxCode,
    manualSalesTax: fee.manualSalesTax,
    manualSalesTaxRate: fee.manualSalesTaxRate,
    isSentAsNotTaxable: fee.taxableCategory === 'NOT_TAXABLE',
    ...figures(assessed, fee, assessed.assessment.shippingFee!, assessed.shippingRule!.rule),
  };
}

type SentLine = { readonly taxCode: string; readonly tangibleCategory: TangibleCategory | null };

function figures(assessed: AssessedFacts, sent: SentLine, line: AssessedLine, rule: TaxRule): LineFigures {
  return {
    totalPrice: toDecimalText(line.totalPrice),
    calculatedTotal: toDecimalText(line.calculatedTotal),
    taxAmount: toDecimalText(line.taxAmount),
    taxRate: toDecimalText(line.taxRate),
    taxableAmount: toDecimalText(line.taxableAmount),
    reason: line.reason,
    taxableCategory: isTaxableThere(line.reason, rule) ? 'TAXABLE' : 'NOT_TAXABLE',
    tangibleCategory: sent.tangibleCategory ?? (assessed.tangibleOf(sent.taxCode) ? 'TANGIBLE' : 'INTANGIBLE'),
  };
}

/** Whether a reason says that the law does not tax the line, whoever buys it. */
const untaxedByNature = {
  TAXED: false,
  REDUCED_RATE: false,
  ZERO_RATED: false,
  PRODUCT_NOT_TAXABLE: true,
  PRODUCT_EXEMPT: true,
  BELOW_THRESHOLD: true,
  ABOVE_THRESHOLD: false,
  CAP_REACHED: false,
  HOLIDAY: true,
  CUSTOMER_EXEMPT: false,
  CUSTOMER_PARTLY_EXEMPT: false,
  CUSTOMER_TYPE: false,
  MARKETPLACE: false,
  SENT_AS_NOT_TAXABLE: true,
  MANUAL_RATE: false,
  NOT_COLLECTING: false,
  NO_TAX_THERE: true,
  NOT_COVERED: false,
  REVERSE_CHARGE: false,
  INTRA_COMMUNITY: false,
  EXPORT: false,
  IMPORT_AT_BORDER: false,
  OUTSIDE_TERRITORY: true,
} as const satisfies Record<TaxReason, boolean>;

/** Whether the law of the place taxes such a line at all: an exempt customer does not make goods untaxable. */
function isTaxableThere(reason: TaxReason, rule: TaxRule): boolean {
  if (untaxedByNature[reason]) return false;
  if (reason === 'MANUAL_RATE') return true;
  return rule.terms.some((term) => term.rate.kind !== 'none');
}

/** The reason that all lines share. If they differ: `TAXED` if any line is taxed, else the reason of the first line. */
export function sharedReason(reasons: readonly TaxReason[]): TaxReason {
  const [first = 'TAXED'] = reasons;
  if (reasons.every((reason) => reason === first)) return first;
  return reasons.includes('TAXED') ? 'TAXED' : first;
}

function recordSnapshot(assessed: AssessedFacts): TransactionSnapshot {
  const { facts, destination, sourcedFrom, assessment, toAssess } = assessed;
  const { regime, country, subdivision, taxDate, localRateCap } = facts.taxPlace;
  const { options, isCollecting, customerType, certificates, place } = toAssess;
  const rules: TaxRule[] = [];
  const rates = facts.taxPlace.rates.map(recordRate);
  const recordLine = (line: AssessedLine, { rule }: RuleFacts, supply: Supply): SnapshotLine => {
    const known = rules.indexOf(rule);
    return {
      rule: known >= 0 ? known : rules.push(rule) - 1,
      supply,
      taxLines: line.taxLines.map((taxLine) => recordTaxLine(taxLine, rates)),
    };
  };
  const items = assessment.items.map((line, index) =>
    recordLine(line, assessed.itemRules[index]!, assessed.itemSupplies[index]!),
  );
  const recordFee = (fee: AssessedLine, law: RuleFacts): SnapshotFee => ({
    ...recordLine(fee, law, assessed.shippingSupply),
    followsGoods: law.followsGoods,
    relativeTransactionDiscount: toDecimalText(fee.relativeTransactionDiscount),
  });
  const shippingFee = assessment.shippingFee && recordFee(assessment.shippingFee, assessed.shippingRule!);
  const { precision, matchedAddress, scoring } = destination;
  return {
    regime,
    country,
    subdivision,
    taxDate,
    sourcedFrom,
    localRateCap: localRateCap && toDecimalText(localRateCap),
    isCollecting,
    collectedBecause: assessed.collectedBecause ?? undefined,
    uncollected: place.uncollected,
    customerType,
    buyer: { name: assessed.buyer.name, taxNumber: assessed.buyer.taxNumber },
    evidence: recordEvidence(assessment, assessed.exemptions),
    certificates: recordCertificates(certificates, facts.taxPlace),
    authority: facts.authority,
    match: { precision, matchedAddress, scoring },
    options,
    rates,
    rules: recordRules(rules, facts.taxPlace),
    items,
    shippingFee,
    refund: null,
  };
}

function recordFeeOf({ state, name, amount, law, unless }: DeliveryFee, isCharged: boolean): StateFee {
  return { isCharged, state, name, amount: toDecimalText(amount), law, unless };
}
