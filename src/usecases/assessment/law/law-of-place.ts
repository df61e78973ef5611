import { AppError, type Issue } from '../../../domain/base/errors.ts';
import { requireCoverage, requirementOf } from '../../../domain/coverage/coverage-requirement.ts';
import type { TaxCollection } from '../../../domain/nexus/tax-collection.ts';
import type { MatchedPlace } from '../../../domain/places/address-match.ts';
import type { ImportRule, RuleFacts } from '../../../domain/places/place-law.ts';
import type { TransactionInput } from '../../../domain/transactions/transaction-input.ts';
import type { ReferenceData } from '../../../ports/reference-data.ts';
import type { ImportTaxedBy, SuppliedKind } from '../../../tax/law/supply.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import type { TaxPlace } from '../../../tax/model/place.ts';
import type { Decimal } from '../../../tax/numbers/decimal.ts';
import { createYield } from '../../writing/yield-to-event-loop.ts';
import { type DocumentPlaces, findDocumentPlaces } from '../places/document-places.ts';
import { datedRatesAt, requirePlace } from '../places/find-place.ts';
import { errorInDocument, type GroupPart, type PlaceGroup, partOfGroup } from '../places/place-groups.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';
import { type CrossBorderSupply, crossBorderSupply, suppliesOfLines } from './cross-border-supply.ts';
import type { PlacedLines } from './document-to-assess.ts';
import { placeOfSaleFromHome, saleFromHomeNotice } from './eu-consumer-sale.ts';
import { type RemoteSellerLaw, remoteSellerLaw, ruleAtOneRate, withOneRate } from './remote-seller.ts';
import { placeOfSupplyNotice, type SuppliedItem, suppliedItems } from './supplied-items.ts';

/** The law of one place for the items shipped there. */
export type LawOfPlace = PlacedLines & {
  /** The part of a place group to which these items belong, with the index of the group. */
  readonly part: GroupPart & { readonly group: number };
  readonly places: DocumentPlaces;
  readonly supply: CrossBorderSupply;
  /** The kind of each item, in the order of the items. */
  readonly kinds: readonly SuppliedKind[];
  /** The import decisions that depend on the value of the goods; null if the value is irrelevant. */
  readonly imports: TaxedImports | null;
};

/** A line of goods, with its net price after discounts, and the tax that the seller would charge. */
export type ImportedLine = {
  readonly category: string;
  readonly quantity: Decimal;
  readonly netAmount: Decimal;
  readonly taxAmount: Decimal;
};

/** The parties that account for the tax on the goods of one imported consignment. */
export type TaxedImports = {
  readonly rule: ImportRule;
  readonly lines: readonly ImportedLine[];
  /** One entry per line, in the order of the lines. */
  readonly taxedBy: readonly ImportTaxedBy[];
  /** The total value of all lines. */
  readonly consignment: Decimal;
  /** The currency of the prices. */
  readonly currency: string;
  /** False if prices in another currency could not be compared with a relevant limit. */
  readonly wasCompared: boolean;
  /** True if goods normally taxed at the border are taxed at the sale only because the seller collects everywhere. */
  readonly isSellerAssumed: boolean;
};

type SaleToPlaces = Pick<AssessmentRequest, 'customer' | 'settings' | 'declarations' | 'reference'>;

/**
 * The law of every place of a document; the issues of all places are reported together. Other requests are served
 * between places.
 */
export async function lawOfPlaces(
  request: SaleToPlaces,
  groups: readonly PlaceGroup[],
  areTangible: readonly boolean[],
): Promise<LawOfPlace[]> {
  const serveOthers = createYield();
  const found: LawOfPlace[] = [];
  const errors: unknown[] = [];
  for (const [number, group] of groups.entries()) {
    try {
      found.push(...(await lawsOfGroup(request, group, { number, areTangible, serveOthers })));
    } catch (error) {
      errors.push(errorInDocument(group, error));
    }
    await serveOthers();
  }
  if (errors.length > 0) throw together(errors);
  return found;
}

type OfGroup = {
  readonly number: number;
  readonly areTangible: readonly boolean[];
  serveOthers(): Promise<void>;
};

/**
 * The law of each part of a group; most groups have one part. Items supplied elsewhere, or collected on another basis,
 * form separate parts.
 */
async function lawsOfGroup(
  request: SaleToPlaces,
  group: PlaceGroup,
  { number, areTangible, serveOthers }: OfGroup,
): Promise<LawOfPlace[]> {
  const { reference, settings } = request;
  const { input, indexes } = group;
  const found = await findDocumentPlaces({ ...request, input }, group);
  const supplied = await suppliedItems(
    { ...request, input, found },
    indexes.map((index) => areTangible[index]!),
  );
  const remote = await remoteSellerLaw({ ...request, input }, found.facts);
  const parts = new Map<string, Supplied & { readonly positions: number[] }>();
  const ways = waysOf(supplied);
  for (const one of ways) {
    const placed = supplyOf(one, { ...request, found, remote });
    const { places, supply } = placed;
    const decisive = [places.sourcedFrom, places.place, supply.isOutsideEu, supply.collection];
    const key = ways.length === 1 ? '' : JSON.stringify(decisive);
    const part = parts.get(key) ?? { ...placed, positions: [] };
    parts.set(key, part);
    part.positions.push(...supplied.flatMap((each, position) => (wayOf(each) === wayOf(one) ? [position] : [])));
  }
  const laws: LawOfPlace[] = [];
  for (const [index, { places, supply, positions }] of [...parts.values()].entries()) {
    const cut = { positions: positions.sort((one, other) => one - other), isFirst: index === 0 };
    const part = partOfGroup(group, cut);
    if (part.indexes.length > 0 || part.input.shippingFee !== null) {
      const address = places.sourcedFrom === 'SHIP_TO' ? 'shippingAddress' : 'shipFromAddress';
      const required = { ...requirementOf(input.require, settings), path: [address] };
      requireCoverage(places.place, datedRatesAt(reference, places), required);
    }
    const kinds = cut.positions.map((position) => supplied[position]!.kind);
    const ordinary = await rulesOfLines(part.input, places, reference, serveOthers);
    const rules = remote.kind === 'ONE_RATE' ? atOneRate(ordinary, kinds) : ordinary;
    const itemRules = rules.itemRules.map((rule, at) => withNotices(rule, supplied[cut.positions[at]!]!.notices));
    const { collection } = supply;
    laws.push({
      group: part,
      part: { ...cut, group: number },
      places,
      supply,
      kinds,
      imports: null,
      place: collectedPlace(places.facts.taxPlace, collection),
      isCollecting: collection.isCollecting,
      ...rules,
      itemRules,
      ...suppliesOfLines(supply, { kinds, itemRules }, null),
    });
  }
  for (const law of laws) await requireCovered(law, reference);
  return laws;
}

/**
 * Refuses a sale on which tax is due in a country missing from the rate book. For other sales, a notice reports the
 * gap.
 */
async function requireCovered(law: LawOfPlace, reference: ReferenceData): Promise<void> {
  const { supply, itemSupplies, shippingSupply } = law;
  const { shippingAddress, shipFromAddress, shippingFee } = law.group.input;
  const { destination, sourcedFrom, taxDate } = law.places;
  const charged = shippingFee === null ? itemSupplies : [...itemSupplies, shippingSupply];
  if (!supply.collection.isCollecting || !charged.some(({ kind }) => kind === 'NOT_COVERED')) return;
  if (reference.countryFacts(destination.country) !== null) return;
  const isCollected = sourcedFrom === 'COLLECTED' && shipFromAddress !== null;
  const field = isCollected ? 'shipFromAddress' : 'shippingAddress';
  await requirePlace(isCollected ? shipFromAddress : shippingAddress, field, { reference, taxDate });
}

const wayOf = ({ kind, at }: SuppliedItem): string =>
  `${kind} ${at.kind} ${'place' in at ? JSON.stringify(at.place) : ''}`;

/**
 * One item per kind of supply. The shipping fee follows the first item, which is goods if the document has any goods.
 */
function waysOf(items: readonly SuppliedItem[]): readonly SuppliedItem[] {
  const ways = [...new Map(items.map((item) => [wayOf(item), item])).values()];
  if (ways.length === 0) return [{ kind: 'GOODS', at: { kind: 'DESTINATION' }, notices: [] }];
  return ways.sort((one, other) => Number(other.kind === 'GOODS') - Number(one.kind === 'GOODS'));
}

type Supplied = Pick<LawOfPlace, 'places' | 'supply'>;

function supplyOf(
  { kind, at }: SuppliedItem,
  sale: SaleToPlaces & { readonly found: DocumentPlaces; readonly remote: RemoteSellerLaw },
): Supplied {
  const { found, remote, reference } = sale;
  switch (at.kind) {
    case 'SELLER':
    case 'DISPATCH': {
      const facts = reference.placeFacts(at.place, found.taxDate, at.place);
      const notice = placeOfSupplyNotice(at, { reference, destination: found.facts.authority.name });
      const places: DocumentPlaces = {
        ...found,
        place: at.place,
        sourcedFrom: at.kind,
        sourcingNotices: [notice],
        facts,
        seller: at.place,
      };
      return { places, supply: crossBorderSupply(facts, { ...sale, seller: at.place, kind }) };
    }
    case 'OUTSIDE_EU': {
      const notice = placeOfSupplyNotice(at, { reference, destination: found.facts.authority.name });
      const supply = crossBorderSupply(found.facts, { ...sale, seller: found.seller, kind, isOutsideEu: true });
      return { places: { ...found, sourcingNotices: [...found.sourcingNotices, notice] }, supply };
    }
    case 'DESTINATION': {
      const home = placeOfSaleFromHome({ ...sale, ...found, kind });
      const places = home ? soldFromHome(found, home, reference) : underProgram(found, remote);
      const seller = at.supplier ?? places.seller;
      return { places, supply: crossBorderSupply(places.facts, { ...sale, seller, kind }) };
    }
  }
}

function withNotices(rule: RuleFacts, notices: readonly Notice[]): RuleFacts {
  return notices.length === 0
    ? rule
    : { ...rule, notices: [...rule.notices, ...notices.map((one) => ({ ...one, pointer: '/taxCode' }))] };
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

/** The program covers goods and their delivery; the rules for services do not change. */
function atOneRate({ itemRules, shippingRule }: RulesOfLines, kinds: readonly SuppliedKind[]): RulesOfLines {
  return {
    itemRules: itemRules.map((rule, index) => (kinds[index] === 'GOODS' ? ruleAtOneRate(rule) : rule)),
    shippingRule: shippingRule && ruleAtOneRate(shippingRule),
  };
}

type RulesOfLines = Pick<PlacedLines, 'itemRules' | 'shippingRule'>;

/** The first use of a rule in a place takes one or two milliseconds. */
const rulesAtOnce = 8;

async function rulesOfLines(
  { items, shippingFee }: TransactionInput,
  { place, taxDate }: DocumentPlaces,
  reference: ReferenceData,
  serveOthers: () => Promise<void>,
): Promise<RulesOfLines> {
  const itemRules: RuleFacts[] = [];
  for (const { taxCode, attributes } of items) {
    itemRules.push(reference.ruleFor(place, taxDate, taxCode, 'ITEM', attributes));
    if (itemRules.length % rulesAtOnce === 0) await serveOthers();
  }
  return {
    itemRules,
    shippingRule: shippingFee && reference.ruleFor(place, taxDate, shippingFee.taxCode, 'SHIPPING_FEE'),
  };
}

/** The place as input for the core, with the jurisdictions whose tax this seller does not collect. */
function collectedPlace(place: TaxPlace, { uncollected }: TaxCollection): TaxPlace {
  return uncollected.length === 0 ? place : { ...place, uncollected };
}

/** The first error, with the issues of all errors that have the same code. */
function together(errors: readonly unknown[]): unknown {
  const [first] = errors;
  if (!(first instanceof AppError) || errors.length === 1) return first;
  const issues = errors.flatMap((error): readonly Issue[] =>
    error instanceof AppError && error.code === first.code ? error.issues : [],
  );
  return new AppError(first.code, first.message, { issues });
}
