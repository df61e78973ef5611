import { AppError, invalidInput } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { requirementOf, requireTaxCodes } from '../../domain/coverage/coverage-requirement.ts';
import { describeCollection } from '../../domain/nexus/describe-collection.ts';
import { collectedTaxes } from '../../domain/transactions/collected-tax.ts';
import { withExchangeRate } from '../../domain/transactions/document-exchange.ts';
import { hasOverride, hasReason, withOverrides } from '../../domain/transactions/record/overrides.ts';
import { recordDocument } from '../../domain/transactions/record/record-document.ts';
import { type PlacedFacts, recordSnapshot } from '../../domain/transactions/record/record-snapshot.ts';
import { calculateRefund } from '../../domain/transactions/refund/calculate-refund.ts';
import type { InputDefaults } from '../../domain/transactions/submitted-input.ts';
import type { TransactionDocument } from '../../domain/transactions/transaction.ts';
import type { ItemInput, TransactionInput } from '../../domain/transactions/transaction-input.ts';
import type { DocumentCalculation } from '../../domain/transactions/transaction-snapshot.ts';
import { recordBasis } from '../../domain/what-if/replay/record-basis.ts';
import type { Context } from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { assess, type WorkedOut } from '../../tax/assess.ts';
import type { DocumentToAssess } from '../../tax/model/assessment.ts';
import { afterPartOf } from '../writing/yield-to-event-loop.ts';
import { deliveriesOf } from './law/deliveries.ts';
import { certificatesOf, documentToAssess, workOutValid } from './law/document-to-assess.ts';
import { euSaleOfShipping, euSalesOf } from './law/eu-sales.ts';
import { type LawOfPlace, lawOfPlaces } from './law/law-of-place.ts';
import { withImports } from './law/taxed-imports.ts';
import { assessMeasured } from './measured-eu-sales.ts';
import { documentNotices } from './notices/document-notices.ts';
import { placeGroups } from './places/place-groups.ts';
import type { AssessmentRequest } from './request/assessment-request.ts';
import type { StoredInvoiceWithRefunds } from './request/find-refunded-invoice.ts';
import { inputDefaults } from './request/input-defaults.ts';

/**
 * A calculation with the intermediate results of the core, from which it can be explained faster than from the stored
 * record. `workedOut` is absent if the figures were copied from an invoice.
 */
export type ExplainedCalculation = DocumentCalculation & { readonly workedOut?: WorkedOut };

/**
 * Calculates a document. A refund of a stored invoice uses the figures of the invoice; any other document uses the rate
 * book.
 */
export async function calculateDocument(
  { onCalculated, session }: Pick<Context, 'onCalculated' | 'session'>,
  request: AssessmentRequest,
  refunded: StoredInvoiceWithRefunds | null,
  findLaw: LawFinder = lawOfPlaces,
): Promise<ExplainedCalculation> {
  session?.work.add(workCosts.calculation + workCosts.item * request.input.items.length);
  try {
    await afterPartOf(request.input);
    const calculation = await calculate(request, refunded, { stores: session?.stores, findLaw });
    await afterPartOf(request.input);
    onCalculated?.(calculation.document.reason);
    return calculation;
  } catch (error) {
    onCalculated?.(error instanceof AppError ? error.code : 'INTERNAL');
    throw error;
  }
}

async function calculate(
  request: AssessmentRequest,
  refunded: StoredInvoiceWithRefunds | null,
  { stores, findLaw }: { readonly stores: TenantStores | undefined; readonly findLaw: LawFinder },
): Promise<ExplainedCalculation> {
  const { document, ...calculated }: ExplainedCalculation = refunded
    ? calculateRefund(request.input, refunded)
    : await assessMeasured(stores, request, (asked) => assessTransaction(asked, findLaw));
  return {
    document: withExchangeRate(document, request.settings.reportingCurrency, request.exchangeRates),
    ...calculated,
  };
}

/**
 * Calculates a document from the rate book. Finds the place of each item and its law on the tax date, and passes them
 * to the core as plain values. The shipping fee belongs to the document's own place.
 */
export async function assessTransaction(
  request: Omit<AssessmentRequest, 'exchangeRates'>,
  findLaw: LawFinder = lawOfPlaces,
): Promise<ExplainedCalculation> {
  const { input, customer, exemptions, settings, reference } = request;
  const { defaults, currency, areTangible, laws, toAssess } = await underLaw(request, findLaw);
  const workedOut = await workOutValid(toAssess);
  const { assessment } = workedOut;
  const collected = collectedTaxes(input, assessment, toAssess.minorUnit);
  await afterPartOf(input);
  const euSales = laws.map((law) => euSalesOf(law, assessment, { ...request, currency }));
  const deliveries = deliveriesOf(laws, { input, assessment, areTangible });
  const isFeeCharged = settings.deliveryFees === 'CHARGE' && currency === 'USD';
  const notices = documentNotices({ input, reference, currency, laws, toAssess, assessment, deliveries, isFeeCharged });
  await afterPartOf(input);
  const assessed = {
    input,
    currency,
    places: laws.map((law, index) => placedFacts(law, euSales[index]!)),
    shippingRule: laws[0]!.shippingRule,
    shippingSupply: laws[0]!.shippingSupply,
    shippingEuSale: euSaleOfShipping(laws[0]!, euSales[0]!),
    toAssess,
    assessment,
    buyer: customer,
    exemptions,
    notices,
    deliveryFees: deliveries.flatMap(({ fee }) => fee ?? []),
    isFeeCharged,
    tangibleOf: defaults.isTangible,
    collectedTaxes: collected,
    basis: recordBasis({
      bookDigest: reference.digest,
      settings,
      declarations: request.declarations,
      customer,
      ownCertificates: input.exemptionOverride === null ? [] : certificatesOf({ exemptions, settings }),
      places: laws.map(({ place }) => place),
    }),
  };
  const document = showOverrides(recordDocument(assessed), toAssess, request);
  await afterPartOf(input);
  return { document, snapshot: recordSnapshot(assessed), workedOut };
}

export type LawFinder = typeof lawOfPlaces;

/**
 * A document with the law of its places, as input for the core. To calculate many documents, pass a `findLaw` that
 * caches the law.
 */
export async function underLaw(request: Omit<AssessmentRequest, 'exchangeRates'>, findLaw: LawFinder) {
  const { input, settings, reference } = request;
  if (input.items.length === 0 && input.shippingFee === null) throw invalidInput([unknownInvoice]);
  requireTaxCodes(codesOf(input), requirementOf(input.require, settings), reference);
  const defaults = inputDefaults(reference, settings);
  const currency = input.currency ?? defaults.currency;
  const areTangible = input.items.map((item) => isTangible(item, defaults));
  const found = await findLaw(request, placeGroups(input, areTangible), areTangible);
  await afterPartOf(input);
  const facts = { ...request, currency, areTangible };
  const laws = await withImports(found, facts);
  return { defaults, currency, areTangible, laws, toAssess: documentToAssess({ ...facts, places: laws }) };
}

const unknownInvoice = {
  path: ['items'],
  code: 'TOO_SHORT',
  message: 'A refund without items requires a stored invoice from the same source in createdFrom.',
};

function* codesOf({ items, shippingFee }: TransactionInput) {
  for (const [index, { taxCode }] of items.entries()) yield { path: ['items', index, 'taxCode'], taxCode };
  if (shippingFee) yield { path: ['shippingFee', 'taxCode'], taxCode: shippingFee.taxCode };
}

function isTangible({ taxCode, tangibleCategory }: ItemInput, defaults: InputDefaults): boolean {
  return tangibleCategory === null ? defaults.isTangible(taxCode) : tangibleCategory === 'TANGIBLE';
}

function placedFacts(law: LawOfPlace, euSales: PlacedFacts['euSales']): PlacedFacts {
  const { group, itemRules, itemSupplies, places, supply, place, isCollecting } = law;
  const { facts, destination, sourcedFrom } = places;
  const { indexes } = group;
  const collectionExplanation = describeCollection(supply.collection);
  return {
    indexes,
    itemRules,
    itemSupplies,
    euSales,
    facts,
    destination,
    sourcedFrom,
    place,
    isCollecting,
    collectionExplanation,
  };
}

/**
 * Adds the computed tax to a document with tax overrides. The tax without overrides is calculated only if the document
 * has overrides.
 */
function showOverrides(
  document: TransactionDocument,
  toAssess: DocumentToAssess,
  { input, exemptions, settings }: Pick<AssessmentRequest, 'input' | 'exemptions' | 'settings'>,
): TransactionDocument {
  const isOverridden = hasOverride(input);
  if (!isOverridden && !hasReason(input)) return document;
  const { items, shippingFee } = toAssess;
  const asComputed = (): DocumentToAssess => ({
    ...toAssess,
    certificates: certificatesOf({ exemptions, settings }),
    items: items.map((item) => ({ ...item, manualRate: null })),
    shippingFee: shippingFee && { ...shippingFee, manualRate: null },
  });
  return withOverrides(document, input, isOverridden ? assess(asComputed()) : null);
}
