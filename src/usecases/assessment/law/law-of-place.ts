import { AppError, type Issue } from '../../../domain/base/errors.ts';
import { requireCoverage } from '../../../domain/coverage/coverage-requirement.ts';
import type { TaxCollection } from '../../../domain/nexus/tax-collection.ts';
import type { MatchedPlace } from '../../../domain/places/address-match.ts';
import type { ImportRule } from '../../../domain/places/import-law.ts';
import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import type { ReferenceData } from '../../../ports/reference-data.ts';
import type { ImportTaxedBy } from '../../../tax/law/supply.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';
import type { Decimal } from '../../../tax/numbers/decimal.ts';
import { type DocumentPlaces, findDocumentPlaces } from '../places/document-places.ts';
import { errorInDocument, type PlaceGroup } from '../places/place-groups.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import {
  type CrossBorderSupply,
  crossBorderSupply,
  type SuppliedKind,
  suppliesOfLines,
} from './cross-border-supply.ts';
import type { PlacedLines } from './document-to-assess.ts';
import { placeOfSaleFromHome, saleFromHomeNotice } from './eu-consumer-sale.ts';
import { type RemoteSellerLaw, remoteSellerLaw, ruleAtOneRate, withOneRate } from './remote-seller.ts';

/** The law of one place for the items that are shipped there. */
export type LawOfPlace = PlacedLines & {
  readonly places: DocumentPlaces;
  readonly supply: CrossBorderSupply;
  /** The kinds of the items, in their order. */
  readonly kinds: readonly SuppliedKind[];
  /** The decision about goods from abroad by their value; null if their value makes no difference. */
  readonly imports: TaxedImports | null;
};

/** A line of goods, with its price after discounts and without tax, and its tax if the seller charged it. */
export type ImportedLine = {
  readonly category: string;
  readonly quantity: Decimal;
  readonly netAmount: Decimal;
  readonly taxAmount: Decimal;
};

/** Who accounts for the tax on the goods of one consignment from abroad. */
export type TaxedImports = {
  readonly rule: ImportRule;
  readonly lines: readonly ImportedLine[];
  /** In the order of the lines. */
  readonly taxedBy: readonly ImportTaxedBy[];
  /** The value of all lines together. */
  readonly consignment: Decimal;
  /** The currency of the prices. */
  readonly currency: string;
  /** False if prices in another currency could not be compared with a limit that matters. */
  readonly wasCompared: boolean;
  /** True if goods that are taxed at the border are taxed at the sale, only because the seller collects everywhere. */
  readonly isSellerAssumed: boolean;
};

type SaleToPlaces = Pick<AssessmentRequest, 'customer' | 'settings' | 'declarations' | 'reference'>;

/** The law of every place of a document; the issues of all places are reported together. */
export async function lawOfPlaces(
  request: SaleToPlaces,
  groups: readonly PlaceGroup[],
  areTangible: readonly boolean[],
): Promise<LawOfPlace[]> {
  const found = await Promise.allSettled(groups.map((group) => lawOfPlace(request, group, areTangible)));
  const errors = found.flatMap((one, index) =>
    one.status === 'rejected' ? [errorInDocument(groups[index]!, one.reason)] : [],
  );
  if (errors.length > 0) throw together(errors);
  return found.flatMap((one) => (one.status === 'fulfilled' ? [one.value] : []));
}

async function lawOfPlace(
  request: SaleToPlaces,
  group: PlaceGroup,
  areTangible: readonly boolean[],
): Promise<LawOfPlace> {
  const { reference, settings } = request;
  const { input, indexes } = group;
  const found = await findDocumentPlaces({ ...request, input });
  const home = placeOfSaleFromHome({ ...request, ...found, input });
  const remote = await remoteSellerLaw({ ...request, input }, found.facts);
  const places = home ? soldFromHome(found, home, reference) : underProgram(found, remote);
  const { facts } = places;
  if (indexes.length > 0 || input.shippingFee !== null) {
    const address = places.sourcedFrom === 'SHIP_FROM' ? 'shipFromAddress' : 'shippingAddress';
    requireCoverage(places.place, input.require ?? settings.require, [address]);
  }
  const supply = crossBorderSupply(facts, { ...request, seller: places.seller });
  const kinds = kindsOf(
    input,
    reference,
    indexes.map((index) => areTangible[index]!),
  );
  const ordinary = rulesOfLines(input, places, reference);
  const rules = remote.kind === 'ONE_RATE' ? atOneRate(ordinary, kinds) : ordinary;
  const { collection } = supply;
  return {
    group,
    places,
    supply,
    kinds,
    imports: null,
    place: collectedPlace(facts.taxPlace, collection),
    isCollecting: collection.isCollecting,
    ...rules,
    ...suppliesOfLines(supply, { kinds, ...rules }, null),
  };
}

function soldFromHome(places: DocumentPlaces, home: MatchedPlace, reference: ReferenceData): DocumentPlaces {
  const facts = reference.placeFacts(home, places.taxDate, home);
  const sourcingNotices = [saleFromHomeNotice(facts, places.facts)];
  return { ...places, place: home, sourcedFrom: 'SHIP_FROM', sourcingNotices, facts };
}

function underProgram(places: DocumentPlaces, law: RemoteSellerLaw): DocumentPlaces {
  switch (law.kind) {
    case 'ONE_RATE':
      return withOneRate(places, law.rate);
    case 'NOT_ELIGIBLE':
      return { ...places, sourcingNotices: [...places.sourcingNotices, law.notice] };
    case 'NO_PROGRAM':
      return places;
  }
}

/** The program covers goods and their delivery; the rules of services stay as they are. */
function atOneRate({ itemRules, shippingRule }: RulesOfLines, kinds: readonly SuppliedKind[]): RulesOfLines {
  return {
    itemRules: itemRules.map((rule, index) => (kinds[index] === 'GOODS' ? ruleAtOneRate(rule) : rule)),
    shippingRule: shippingRule && ruleAtOneRate(shippingRule),
  };
}

/** The kind of each item, from its tax code unless the document says whether it is tangible. */
function kindsOf(
  { items }: TransactionInput,
  reference: ReferenceData,
  areTangible: readonly boolean[],
): SuppliedKind[] {
  return items.map(({ taxCode }, index) => {
    if (areTangible[index]) return 'GOODS';
    return reference.findTaxCode(taxCode)?.isOnSite ? 'ON_SITE' : 'SERVICE';
  });
}

type RulesOfLines = Pick<PlacedLines, 'itemRules' | 'shippingRule'>;

function rulesOfLines(
  { items, shippingFee }: TransactionInput,
  { place, taxDate }: DocumentPlaces,
  reference: ReferenceData,
): RulesOfLines {
  return {
    itemRules: items.map((item) => reference.ruleFor(place, taxDate, item.taxCode, 'ITEM')),
    shippingRule: shippingFee && reference.ruleFor(place, taxDate, shippingFee.taxCode, 'SHIPPING_FEE'),
  };
}

/** The place for the core, with the jurisdictions whose tax this seller does not collect. */
function collectedPlace(place: TaxPlace, { uncollected }: TaxCollection): TaxPlace {
  return uncollected.length === 0 ? place : { ...place, uncollected };
}

/** The first error, with the issues of all errors of its kind. */
function together(errors: readonly unknown[]): unknown {
  const [first] = errors;
  if (!(first instanceof AppError) || errors.length === 1) return first;
  const issues = errors.flatMap((error): readonly Issue[] =>
    error instanceof AppError && error.code === first.code ? error.issues : [],
  );
  return new AppError(first.code, first.message, { issues });
}
