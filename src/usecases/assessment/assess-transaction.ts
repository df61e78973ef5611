import { invalidInput } from '../../domain/base/errors.ts';
import { describeCollection } from '../../domain/nexus/describe-collection.ts';
import { feePriceNotices } from '../../domain/transactions/fee-price-notices.ts';
import type { PlacedFacts } from '../../domain/transactions/record/snapshot-record.ts';
import { recordAssessment } from '../../domain/transactions/record/transaction-record.ts';
import type { InputDefaults } from '../../domain/transactions/submitted-input.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { Assessment, Notice } from '../../tax/model/assessment.ts';
import { assessValid } from './assess-valid.ts';
import { collectionNotices } from './collection-notices.ts';
import { declaredNotices } from './declared-notices.ts';
import { deliveriesOf } from './deliveries.ts';
import { certificatesOf, documentToAssess } from './document-to-assess.ts';
import { withImports } from './imported-goods.ts';
import { inputDefaults } from './input-defaults.ts';
import { placeNotices, ruleNotices } from './law-notices.ts';
import { type LawOfPlace, lawOfPlaces } from './law-of-place.ts';
import { overrideNotices, showOverrides } from './overrides.ts';
import { noticesInDocument, placeGroups } from './place-groups.ts';
import { refundNotices } from './refund-notices.ts';
import type { TransactionToAssess } from './transaction-to-assess.ts';

/**
 * Calculates a document: finds the place of each item and the law there on its date, and passes them to the core as plain
 * values. The shipping fee, the discount on the document and its fees belong to the document's own place.
 */
export async function assessTransaction(
  request: TransactionToAssess,
): Promise<{ document: TransactionDocument; snapshot: TransactionSnapshot }> {
  const { input, settings, reference } = request;
  if (input.items.length === 0 && input.shippingFee === null) throw invalidInput([unknownInvoice]);
  const defaults = inputDefaults(reference, settings);
  const currency = input.currency ?? defaults.currency;
  const areTangible = input.items.map((item) => isTangible(item, defaults));
  const found = await lawOfPlaces(request, placeGroups(input), areTangible);
  const imports = withImports(found, { ...request, currency });
  const { laws } = imports;
  const toAssess = documentToAssess({ ...request, currency, places: laws });
  const assessment = assessValid(toAssess);
  const deliveries = deliveriesOf(laws, { input, assessment, areTangible });
  const isFeeCharged = settings.deliveryFees === 'CHARGE' && currency === 'USD';
  const notices = [
    ...laws.flatMap(({ group, places }) => noticesInDocument(group, placeNotices(reference, places, input))),
    ...laws.flatMap(({ group, supply }) => noticesInDocument(group, supply.notices)),
    ...imports.notices,
    ...laws.flatMap(({ group, itemRules, shippingRule }) =>
      noticesInDocument(group, ruleNotices(itemRules, shippingRule)),
    ),
    ...declaredNotices(assessment),
    ...feePriceNotices(input),
    ...refundNotices(input),
    ...overrideNotices(input),
    ...deliveries.notices(isFeeCharged),
    ...laws.flatMap((law) =>
      noticesInDocument(law.group, collectionNotices(law.supply.collection, linesAt(law, assessment))),
    ),
  ];
  const { document, snapshot } = recordAssessment({
    input,
    currency,
    places: laws.map(placedFacts),
    shippingRule: laws[0]!.shippingRule,
    shippingSupply: laws[0]!.shippingSupply,
    toAssess,
    assessment,
    buyer: request.customer,
    exemptions: request.exemptions,
    notices: laws.length === 1 ? notices : withoutRepetition(notices),
    deliveryFees: deliveries.fees,
    isFeeCharged,
    tangibleOf: defaults.isTangible,
  });
  return { document: showOverrides(document, input, toAssess, certificatesOf(request.exemptions)), snapshot };
}

/** A refund without items names an invoice, which must be stored. */
const unknownInvoice = {
  path: ['items'],
  code: 'TOO_SHORT',
  message: 'A refund without items needs createdFrom to name a stored invoice of the same source.',
};

function isTangible(
  { taxCode, tangibleCategory }: TransactionInput['items'][number],
  defaults: InputDefaults,
): boolean {
  return tangibleCategory === null ? defaults.isTangible(taxCode) : tangibleCategory === 'TANGIBLE';
}

function linesAt({ group, indexes }: LawOfPlace, { items, shippingFee }: Assessment) {
  return { items: indexes.map((index) => items[index]!), shippingFee: group.isOwn ? shippingFee : null };
}

function placedFacts({
  indexes,
  itemRules,
  itemSupplies,
  places,
  supply,
  place,
  isCollecting,
}: LawOfPlace): PlacedFacts {
  const { facts, destination, sourcedFrom } = places;
  const collectedBecause = describeCollection(supply.collection);
  return { indexes, itemRules, itemSupplies, facts, destination, sourcedFrom, place, isCollecting, collectedBecause };
}

/** What several places say of the whole document is said once. */
function withoutRepetition(notices: readonly Notice[]): readonly Notice[] {
  return [...new Map(notices.map((notice) => [JSON.stringify(notice), notice])).values()];
}
