import type { TenantSettings } from '../../domain/account/tenant.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { parseTimestamp } from '../../domain/base/timestamps.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { sayCollection } from '../../domain/nexus/describe-collection.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import type { MatchedPlace } from '../../domain/places/address-match.ts';
import type { PlaceFacts } from '../../domain/places/place-law.ts';
import { recordAssessment } from '../../domain/transactions/record/transaction-record.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import { asIssue } from '../../domain/transactions/transaction-amounts.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { assess } from '../../tax/assess.ts';
import { documentIssues } from '../../tax/document-issues.ts';
import type { Assessment, DocumentToAssess, Notice } from '../../tax/model/assessment.ts';
import { collectedPlace, collectionNotices } from './collection-notices.ts';
import { crossBorderSupply, lineSupply } from './cross-border-supply.ts';
import { deliveryFeeDue, deliveryNotices } from './delivery-notices.ts';
import { documentToAssess } from './document-to-assess.ts';
import { originOf, placeOf } from './find-places.ts';
import { inputDefaults } from './input-defaults.ts';
import { sourcedPlace } from './sourced-place.ts';

export type TransactionToAssess = {
  readonly input: TransactionInput;
  readonly customer: Customer;
  readonly exemptions: readonly Exemption[];
  readonly settings: TenantSettings;
  /** All nexus and registrations of the tenant; empty for a seller who collects everywhere. */
  readonly declarations: readonly NexusDeclaration[];
  readonly reference: ReferenceData;
};

/** Calculates a document: finds its place and the law there on its date, and passes both to the core as plain values. */
export async function assessTransaction(
  request: TransactionToAssess,
): Promise<{ document: TransactionDocument; snapshot: TransactionSnapshot }> {
  const { input, settings, reference } = request;
  if (input.items.length === 0 && input.shippingFee === null) throw invalidInput([unknownInvoice]);
  const defaults = inputDefaults(reference, settings);
  const currency = input.currency ?? defaults.currency;
  const areTangible = input.items.map(({ taxCode, tangibleCategory }) =>
    tangibleCategory === null ? defaults.isTangible(taxCode) : tangibleCategory === 'TANGIBLE',
  );
  const found = await findPlaces(request);
  const { facts, destination } = found;
  const rules = rulesFor(request, found);
  const supply = crossBorderSupply(reference, facts, { ...request, seller: found.seller });
  const lines = {
    ...rules,
    itemSupplies: areTangible.map((isOfGoods) => lineSupply(supply, isOfGoods)),
    // A fee belongs to what it delivers: goods, if any item is tangible.
    shippingSupply: lineSupply(supply, input.items.length === 0 || areTangible.includes(true)),
  };
  const { collection } = supply;
  const place = collectedPlace(facts.taxPlace, collection);
  const toAssess = documentToAssess({ ...request, ...lines, currency, place, isCollecting: collection.isCollecting });
  const assessment = assessValid(toAssess);
  const items = assessment.items.map((line, index) => ({
    line,
    isTangible: areTangible[index]!,
    rule: rules.itemRules[index]!,
  }));
  const delivery = { input, facts, items, shippingRule: rules.shippingRule, shippingFee: assessment.shippingFee };
  const deliveryFee = deliveryFeeDue(delivery);
  return recordAssessment({
    ...lines,
    input,
    currency,
    taxDate: found.taxDate,
    facts,
    destination,
    sourcedFrom: found.sourcedFrom,
    collectedBecause: sayCollection(collection),
    toAssess,
    assessment,
    notices: [
      ...placeNotices(found),
      ...supply.notices,
      ...ruleNotices(rules),
      ...deliveryNotices(delivery, deliveryFee),
      ...collectionNotices(collection, assessment),
    ],
    deliveryFee,
    tangibleOf: defaults.isTangible,
  });
}

/** A refund without items names an invoice, which must be stored. */
const unknownInvoice = {
  path: ['items'],
  code: 'TOO_SHORT',
  message: 'A refund without items needs createdFrom to name a stored invoice of the same source.',
};

type FoundPlaces = {
  readonly taxDate: string;
  readonly destination: MatchedPlace;
  /** The place whose law applies. */
  readonly place: MatchedPlace;
  readonly sourcedFrom: TransactionSnapshot['sourcedFrom'];
  readonly sourcingNotices: readonly Notice[];
  /** Where the goods ship from or the seller is established; null for sales tax, or if unknown. */
  readonly seller: MatchedPlace | null;
  readonly facts: PlaceFacts;
};

async function findPlaces({ input, settings, reference }: TransactionToAssess): Promise<FoundPlaces> {
  const { shippingAddress, shipFromAddress } = input;
  const taxDate = parseTimestamp(input.externalTimestamps.createdDate)!.on;
  const destination = await placeOf(shippingAddress, 'shippingAddress', { reference, taxDate });
  const sourced = await sourcedPlace(reference, { destination, shipFromAddress, settings, taxDate });
  const { place, sourcedFrom, notices: sourcingNotices } = sourced;
  const isGlobal = place.regime === 'GLOBAL_TAX';
  const seller = isGlobal ? await originOf(shipFromAddress, settings, { reference, taxDate }) : null;
  const facts = reference.placeFacts(place, taxDate, seller);
  return { taxDate, destination, place, sourcedFrom, sourcingNotices, seller, facts };
}

function rulesFor({ input, reference }: TransactionToAssess, { place, taxDate }: FoundPlaces) {
  return {
    itemRules: input.items.map((item) => reference.ruleFor(place, taxDate, item.taxCode, 'ITEM')),
    shippingRule: input.shippingFee && reference.ruleFor(place, taxDate, input.shippingFee.taxCode, 'SHIPPING_FEE'),
  };
}

function assessValid(toAssess: DocumentToAssess): Assessment {
  const issues = documentIssues(toAssess);
  if (issues.length > 0) throw invalidInput(issues.map(asIssue));
  return assess(toAssess);
}

function placeNotices({ destination, sourcingNotices, facts }: FoundPlaces): Notice[] {
  return [...at('/shippingAddress', destination.notices), ...sourcingNotices, ...at('/shippingAddress', facts.notices)];
}

function ruleNotices({ itemRules, shippingRule }: ReturnType<typeof rulesFor>): Notice[] {
  return [
    ...itemRules.flatMap((rule, index) => at(`/items/${index}`, rule.notices)),
    ...at('/shippingFee', shippingRule?.notices ?? []),
  ];
}

function at(pointer: string, notices: readonly Notice[]): Notice[] {
  return notices.map((notice) => ({ ...notice, pointer: pointer + notice.pointer }));
}
