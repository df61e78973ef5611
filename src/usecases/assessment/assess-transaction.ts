import type { TenantSettings } from '../../domain/account/tenant.ts';
import { invalidInput } from '../../domain/base/errors.ts';
import { requireCoverage } from '../../domain/coverage/coverage-requirement.ts';
import type { Buyer, BuyerExemption } from '../../domain/customers/buyer.ts';
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
import type { ImportTaxedBy } from '../../tax/law/supply.ts';
import type { Assessment, DocumentToAssess } from '../../tax/model/assessment.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { collectedPlace, collectionNotices } from './collection-notices.ts';
import { crossBorderSupply, type SuppliedLine } from './cross-border-supply.ts';
import { declaredNotices } from './declared-notices.ts';
import { deliveredItems, deliveryFeeDue, deliveryNotices } from './delivery-notices.ts';
import { findDocumentPlaces } from './document-places.ts';
import { certificatesOf, type DocumentFacts, documentToAssess } from './document-to-assess.ts';
import { dependsOnValue, importAnswer } from './import-of-goods.ts';
import type { ImportQuestion } from './import-question.ts';
import { inputDefaults } from './input-defaults.ts';
import { placeNotices, ruleNotices } from './law-notices.ts';
import { kindsOf, rulesOfLines, suppliesOfLines } from './law-of-lines.ts';
import { overrideNotices, showOverrides } from './overrides.ts';
import { refundNotices } from './refund-notices.ts';

export type TransactionToAssess = {
  readonly input: TransactionInput;
  readonly customer: Buyer;
  readonly exemptions: readonly BuyerExemption[];
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
  const address = places.sourcedFrom === 'SHIP_FROM' ? 'shipFromAddress' : 'shippingAddress';
  requireCoverage(places.place, input.require ?? settings.require, [address]);
  const supply = crossBorderSupply(reference, facts, { seller: places.seller, ...request });
  const { collection } = supply;
  const kinds = kindsOf(input, reference, areTangible);
  const rules = rulesOfLines(input, places, reference);
  const untaxed = suppliesOfLines(supply, { kinds, ...rules }, null);
  const place = collectedPlace(facts.taxPlace, collection);
  const untilImport = { currency, place, isCollecting: collection.isCollecting, ...request, ...rules, ...untaxed };
  const imports = importAnswerOf({ supply, ...request }, kinds, untilImport);
  const lines = imports
    ? { ...rules, ...suppliesOfLines(supply, { kinds, ...rules }, imports.taxedBy) }
    : { ...rules, ...untaxed };
  const toAssess = documentToAssess({ ...untilImport, ...lines });
  const assessment = assessValid(toAssess);
  const { shippingFee } = assessment;
  const items = deliveredItems(assessment, lines.itemRules, areTangible);
  const delivery = { input, facts, items, shippingRule: lines.shippingRule, shippingFee };
  const deliveryFee = deliveryFeeDue(delivery);
  const isFeeCharged = settings.deliveryFees === 'CHARGE' && currency === 'USD';
  const { document, snapshot } = recordAssessment({
    input,
    currency,
    ...places,
    ...lines,
    collectedBecause: describeCollection(collection),
    toAssess,
    assessment,
    buyer: request.customer,
    exemptions: request.exemptions,
    notices: [
      ...placeNotices(reference, places),
      ...supply.notices,
      ...(imports?.notices ?? []),
      ...ruleNotices(lines.itemRules, lines.shippingRule),
      ...declaredNotices(assessment),
      ...refundNotices(input),
      ...overrideNotices(input),
      ...deliveryNotices(delivery, deliveryFee, isFeeCharged),
      ...collectionNotices(collection, assessment),
    ],
    deliveryFee,
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

/** The values of the goods decide about their tax if they are imported; they are those of a sale that is taxed. */
function importAnswerOf(question: ImportQuestion, kinds: readonly SuppliedLine['kind'][], facts: DocumentFacts) {
  if (!kinds.includes('GOODS') || !dependsOnValue(question)) return null;
  const asTaxed = suppliesOfLines(
    question.supply,
    { kinds, itemRules: facts.itemRules },
    kinds.map((): ImportTaxedBy => 'SELLER'),
  );
  const { items } = assessValid(documentToAssess({ ...facts, ...asTaxed, isCollecting: true, exemptions: [] }));
  const goods = items.flatMap(({ netAmount, taxAmount }, index) => {
    if (kinds[index] !== 'GOODS') return [];
    const quantity = decimal(facts.input.items[index]!.quantity ?? '1');
    return [{ category: facts.itemRules[index]!.rule.category, quantity, netAmount, taxAmount }];
  });
  return importAnswer(question, goods, facts.currency);
}

function assessValid(toAssess: DocumentToAssess): Assessment {
  const issues = documentIssues(toAssess);
  if (issues.length > 0) throw invalidInput(issues.map(asIssue));
  return assess(toAssess);
}
