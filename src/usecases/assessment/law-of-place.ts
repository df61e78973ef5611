import { AppError, type Issue } from '../../domain/base/errors.ts';
import { requireCoverage } from '../../domain/coverage/coverage-requirement.ts';
import { collectedPlace } from './collection-notices.ts';
import { type CrossBorderSupply, crossBorderSupply, type SuppliedLine } from './cross-border-supply.ts';
import { type DocumentPlaces, findDocumentPlaces } from './document-places.ts';
import type { PlacedLines } from './document-to-assess.ts';
import { kindsOf, rulesOfLines, suppliesOfLines } from './law-of-lines.ts';
import { errorInDocument, type PlaceGroup } from './place-groups.ts';
import type { TransactionToAssess } from './transaction-to-assess.ts';

/** The law of one place for the items that are shipped there. */
export type LawOfPlace = PlacedLines & {
  readonly group: PlaceGroup;
  readonly places: DocumentPlaces;
  readonly supply: CrossBorderSupply;
  readonly kinds: readonly SuppliedLine['kind'][];
};

/** The law of every place of a document; the issues of all places are reported together. */
export async function lawOfPlaces(
  request: TransactionToAssess,
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
  request: TransactionToAssess,
  group: PlaceGroup,
  areTangible: readonly boolean[],
): Promise<LawOfPlace> {
  const { reference, settings } = request;
  const { input, indexes } = group;
  const places = await findDocumentPlaces({ ...request, input });
  const { facts } = places;
  if (indexes.length > 0 || input.shippingFee !== null) {
    const address = places.sourcedFrom === 'SHIP_FROM' ? 'shipFromAddress' : 'shippingAddress';
    requireCoverage(places.place, input.require ?? settings.require, [address]);
  }
  const supply = crossBorderSupply(reference, facts, { seller: places.seller, ...request });
  const kinds = kindsOf(
    input,
    reference,
    indexes.map((index) => areTangible[index]!),
  );
  const rules = rulesOfLines(input, places, reference);
  const { collection } = supply;
  return {
    group,
    indexes,
    places,
    supply,
    kinds,
    place: collectedPlace(facts.taxPlace, collection),
    isCollecting: collection.isCollecting,
    ...rules,
    ...suppliesOfLines(supply, { kinds, ...rules }, null),
  };
}

/** The first error with the issues of those like it. */
function together(errors: readonly unknown[]): unknown {
  const [first] = errors;
  if (!(first instanceof AppError) || errors.length === 1) return first;
  const issues = errors.flatMap((error): readonly Issue[] =>
    error instanceof AppError && error.code === first.code ? error.issues : [],
  );
  return new AppError(first.code, first.message, { issues });
}
