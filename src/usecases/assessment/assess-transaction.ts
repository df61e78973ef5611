import type { TenantSettings } from '../../domain/account/tenant.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import type { Customer } from '../../domain/customers/customer.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { describeCollection } from '../../domain/nexus/describe-collection.ts';
import type { NexusDeclaration } from '../../domain/nexus/nexus.ts';
import { recordAssessment } from '../../domain/transactions/record/transaction-record.ts';
import type { InputDefaults } from '../../domain/transactions/submitted-input.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import { asIssue } from '../../domain/transactions/transaction-amounts.ts';
import type { TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { TransactionSnapshot } from '../../domain/transactions/transaction-snapshot.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { assess } from '../../tax/assess.ts';
import { documentIssues } from '../../tax/document-issues.ts';
import type { Assessment, DocumentToAssess } from '../../tax/model/assessment.ts';
import { collectedPlace, collectionNotices } from './collection-notices.ts';
import { crossBorderSupply, lineSupply } from './cross-border-supply.ts';
import { deliveredItems, deliveryFeeDue, deliveryNotices } from './delivery-notices.ts';
import { type DocumentPlaces, findDocumentPlaces } from './document-places.ts';
import { documentToAssess } from './document-to-assess.ts';
import { inputDefaults } from './input-defaults.ts';
import { placeNotices, ruleNotices } from './law-notices.ts';

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
  const areTangible = input.items.map((item) => isTangible(item, defaults));
  const places = await findDocumentPlaces(request);
  const { facts } = places;
  const { lines, supply } = lawOfLines(request, places, areTangible);
  const { collection } = supply;
  const place = collectedPlace(facts.taxPlace, collection);
  const toAssess = documentToAssess({ ...request, ...lines, currency, place, isCollecting: collection.isCollecting });
  const assessment = assessValid(toAssess);
  const { shippingFee } = assessment;
  const items = deliveredItems(assessment, lines.itemRules, areTangible);
  const delivery = { input, facts, items, shippingRule: lines.shippingRule, shippingFee };
  const deliveryFee = deliveryFeeDue(delivery);
  return recordAssessment({
    ...places,
    ...lines,
    input,
    currency,
    collectedBecause: describeCollection(collection),
    toAssess,
    assessment,
    notices: [
      ...placeNotices(places),
      ...supply.notices,
      ...ruleNotices(lines.itemRules, lines.shippingRule),
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

function isTangible(
  { taxCode, tangibleCategory }: TransactionInput['items'][number],
  defaults: InputDefaults,
): boolean {
  return tangibleCategory === null ? defaults.isTangible(taxCode) : tangibleCategory === 'TANGIBLE';
}

/** The rule and the supply of each line, in the order of the items. */
function lawOfLines(request: TransactionToAssess, places: DocumentPlaces, areTangible: readonly boolean[]) {
  const { input, reference } = request;
  const { items, shippingFee } = input;
  const { place, taxDate, facts, seller } = places;
  const supply = crossBorderSupply(reference, facts, { ...request, seller });
  const itemRules = items.map((item) => reference.ruleFor(place, taxDate, item.taxCode, 'ITEM'));
  const lines = {
    itemRules,
    shippingRule: shippingFee && reference.ruleFor(place, taxDate, shippingFee.taxCode, 'SHIPPING_FEE'),
    itemSupplies: areTangible.map((isOfGoods, index) => lineSupply(supply, isOfGoods, itemRules[index]?.rule ?? null)),
    // The fee is a supply of goods if any item is tangible, or if no item says otherwise.
    shippingSupply: lineSupply(supply, items.length === 0 || areTangible.includes(true), null),
  };
  return { lines, supply };
}

function assessValid(toAssess: DocumentToAssess): Assessment {
  const issues = documentIssues(toAssess);
  if (issues.length > 0) throw invalidInput(issues.map(asIssue));
  return assess(toAssess);
}
