import type { TenantSettings } from '../../domain/account/tenant.ts';
import { asText } from '../../domain/base/amount.ts';
import { minorUnitOf } from '../../domain/base/currency.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { parseTimestamp } from '../../domain/base/timestamps.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import { sayCollection } from '../../domain/nexus/say-collection.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { RuleFacts } from '../../domain/places/place-law.ts';
import { type AssessedFacts, recordAssessment } from '../../domain/transactions/record/transaction-record.ts';
import type { InputDefaults } from '../../domain/transactions/submitted-input.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import { asIssue, pricedItem } from '../../domain/transactions/transaction-amounts.ts';
import { digestsOf, type TransactionDigests } from '../../domain/transactions/transaction-digest.ts';
import type { ItemInput, ShippingFeeInput, TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { assess } from '../../tax/assess.ts';
import { documentIssues } from '../../tax/document-issues.ts';
import { sourcedBy } from '../../tax/law/sourcing.ts';
import { lineTotal } from '../../tax/lines/line-amounts.ts';
import type { CalculationOptions, Certificate, Notice, Supply } from '../../tax/model/assessment.ts';
import { type Decimal, decimal, fromUnits, zero } from '../../tax/numbers/decimal.ts';
import { crossingOf, lineSupply } from './border-crossing.ts';
import { collectedPlace, collectionNotices } from './collection-notices.ts';
import { deliveryFeeDue, deliveryNotices } from './delivery-notices.ts';
import { originOf, placeOf } from './find-places.ts';

export type TransactionToAssess = {
  readonly input: TransactionInput;
  readonly customer: Customer;
  readonly exemptions: readonly Exemption[];
  readonly settings: TenantSettings;
  /** All nexus and registrations of the tenant; none where it collects everywhere. */
  readonly declarations: readonly NexusDeclaration[];
  readonly reference: ReferenceData;
};

/** Works out a document: finds its place and the law there on its date, and hands both to the core as plain values. */
export async function assessTransaction(request: TransactionToAssess): Promise<{
  document: TransactionDocument;
  snapshot: TransactionSnapshot;
}> {
  const { input, customer, exemptions, settings, reference } = request;
  if (input.items.length === 0 && input.shippingFee === null) throw invalidInput([unknownInvoice]);
  const currency = currencyOf(input, settings);
  const taxDate = parseTimestamp(input.externalTimestamps.createdDate)!.on;
  const destination = await placeOf(input.shippingAddress, 'shippingAddress', { reference, taxDate });
  const { place, sourcedFrom, notices: sourcingNotices } = await sourcedPlace(request, destination, taxDate);
  const seller =
    place.regime === 'GLOBAL_TAX' ? await originOf(input.shipFromAddress, settings, { reference, taxDate }) : null;
  const facts = reference.placeFacts(place, taxDate, seller);
  const ruleOf = (taxCode: string, line: 'ITEM' | 'SHIPPING_FEE') => reference.ruleFor(place, taxDate, taxCode, line);
  const itemRules = input.items.map((item) => ruleOf(item.taxCode, 'ITEM'));
  const shippingRule = input.shippingFee && ruleOf(input.shippingFee.taxCode, 'SHIPPING_FEE');
  const crossing = crossingOf(request, facts, seller);
  const areTangible = input.items.map((item) => isTangible(item, reference));
  const itemSupplies = areTangible.map((isOfGoods) => lineSupply(crossing, isOfGoods));
  // A fee is for what it delivers: goods if there are any among the items.
  const isForGoods = input.items.length === 0 || areTangible.includes(true);
  const shippingSupply = lineSupply(crossing, isForGoods);
  const toAssess = {
    minorUnit: minorUnitOf(currency),
    isTaxInclusive: input.isTaxInclusive,
    transactionLevelDiscount: decimalOr(input.transactionLevelDiscount, zero),
    customerType: customer.customerType,
    certificates: exemptions.filter(({ exemptionStatus }) => exemptionStatus === 'ACTIVE').map(certificateOf),
    isCollecting: crossing.collection.isCollecting,
    place: collectedPlace(facts.taxPlace, crossing.collection),
    items: input.items.map((item, index) => itemToAssess(item, itemRules[index]!, itemSupplies[index]!)),
    shippingFee: input.shippingFee && shippingFeeToAssess(input.shippingFee, shippingRule!, shippingSupply),
    options: optionsOf(settings),
  };
  const issues = documentIssues(toAssess);
  if (issues.length > 0) throw invalidInput(issues.map(asIssue));
  const assessment = assess(toAssess);
  const items = assessment.items.map((line, index) => ({
    line,
    isTangible: areTangible[index]!,
    rule: itemRules[index]!,
  }));
  const delivery = { input, facts, items, shippingRule, shippingFee: assessment.shippingFee };
  const deliveryFee = deliveryFeeDue(delivery);
  const assessed: AssessedFacts = {
    input,
    currency,
    taxDate,
    facts,
    destination,
    itemRules,
    shippingRule,
    itemSupplies,
    shippingSupply,
    sourcedFrom,
    collectedBecause: sayCollection(crossing.collection),
    toAssess,
    assessment,
    notices: [
      ...at('/shippingAddress', destination.notices),
      ...sourcingNotices,
      ...at('/shippingAddress', facts.notices),
      ...crossing.notices,
      ...itemRules.flatMap((rule, index) => at(`/items/${index}`, rule.notices)),
      ...at('/shippingFee', shippingRule?.notices ?? []),
      ...deliveryNotices(delivery, deliveryFee),
      ...collectionNotices(crossing.collection, assessment),
    ],
    deliveryFee,
    tangibleOf: tangibleIn(reference),
  };
  return recordAssessment(assessed);
}

/** A refund without items speaks of its whole invoice, which then must be known here. */
const unknownInvoice = {
  path: ['items'],
  code: 'TOO_SHORT',
  message:
    'A refund without items needs createdFrom to name an invoice of the same source; this one is not known here.',
};

type TransactionToDigest = Pick<TransactionToAssess, 'input' | 'settings' | 'reference'>;

/** The digests of what was sent, with all that was left out resolved as the calculation resolves it. */
export function digestTransaction({ input, settings, reference }: TransactionToDigest): TransactionDigests {
  const currency = currencyOf(input, settings);
  const minorUnit = minorUnitOf(currency);
  const lineTotals = input.items.map((item) => asText(fromUnits(lineTotal(pricedItem(item), minorUnit), minorUnit)));
  return digestsOf({ input, lineTotals, tangibleOf: tangibleIn(reference) });
}

const currencyOf = (input: TransactionInput, settings: TenantSettings): string =>
  input.currency ?? settings.defaultCurrency;

/** What holds where a document does not declare it. */
export function inputDefaults(reference: ReferenceData, settings: TenantSettings): InputDefaults {
  return { currency: settings.defaultCurrency, isTangible: tangibleIn(reference) };
}

const tangibleIn = (reference: ReferenceData) => (taxCode: string) =>
  reference.findTaxCode(taxCode)?.isTangible ?? true;

type SourcedPlace = {
  readonly place: MatchedPlace;
  readonly sourcedFrom: TransactionSnapshot['sourcedFrom'];
  readonly notices: readonly Notice[];
};

/** The place whose law applies: the destination, or within an origin state the place the goods leave from. */
async function sourcedPlace(
  { input, settings, reference }: TransactionToAssess,
  destination: MatchedPlace,
  taxDate: string,
): Promise<SourcedPlace> {
  const state =
    destination.regime === 'SALES_TAX' && destination.subdivision ? reference.findState(destination.subdivision) : null;
  if (!state) return { place: destination, sourcedFrom: 'SHIP_TO', notices: [] };
  const origin = await originOf(input.shipFromAddress, settings, { reference, taxDate });
  const decided = sourcedBy({
    destinationState: state.code,
    originState: origin?.country === 'US' ? origin.subdivision : null,
    sourcing: state.sourcing,
  });
  if (decided === 'DESTINATION' || destination.country !== 'US') {
    return { place: destination, sourcedFrom: 'SHIP_TO', notices: [] };
  }
  if (decided === 'ORIGIN' && origin && origin.precision !== 'STATE') {
    return { place: origin, sourcedFrom: 'SHIP_FROM', notices: at('/shipFromAddress', origin.notices) };
  }
  const message = `${state.name} taxes sales within the state by where the goods leave from, which is not known here: destination rates were used.`;
  const notices = [{ code: 'ORIGIN_UNKNOWN', pointer: '/shipFromAddress', message }];
  return { place: destination, sourcedFrom: 'SHIP_TO', notices };
}

function isTangible({ taxCode, tangibleCategory }: ItemInput, reference: ReferenceData): boolean {
  return tangibleCategory === null ? tangibleIn(reference)(taxCode) : tangibleCategory === 'TANGIBLE';
}

function optionsOf(settings: TenantSettings): CalculationOptions {
  const { roundingLevel, tieRule, inclusiveRounding, exemptInclusivePrice, discountCoversShipping, shippingRate } =
    settings;
  return { roundingLevel, tieRule, inclusiveRounding, exemptInclusivePrice, discountCoversShipping, shippingRate };
}

function certificateOf(exemption: Exemption): Certificate {
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

function treatmentOf(line: SentLine, { rule }: RuleFacts, supply: Supply) {
  return {
    taxCode: line.taxCode,
    isSentAsNotTaxable: line.taxableCategory === 'NOT_TAXABLE',
    manualRate: line.manualSalesTax === true ? decimalOr(line.manualSalesTaxRate, null) : null,
    supply,
    rule,
  };
}

function itemToAssess(item: ItemInput, facts: RuleFacts, supply: Supply) {
  return { ...treatmentOf(item, facts, supply), ...pricedItem(item) };
}

function shippingFeeToAssess(fee: ShippingFeeInput, facts: RuleFacts, supply: Supply) {
  return {
    ...treatmentOf(fee, facts, supply),
    totalPrice: decimalOr(fee.totalPrice, zero),
    followsGoods: facts.followsGoods,
  };
}

function decimalOr<Other>(text: string | null, other: Other): Decimal | Other {
  return text === null ? other : decimal(text);
}

function at(pointer: string, notices: readonly Notice[]): Notice[] {
  return notices.map((notice) => ({ ...notice, pointer: pointer + notice.pointer }));
}
