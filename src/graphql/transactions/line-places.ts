import type { GraphqlContext } from '../base/context.ts';
import type { CalculatedDocument } from './snapshot.ts';

/** A line's document and position, used to find the data behind the line's figures. */
type LinePlace = { readonly document: CalculatedDocument; readonly index: number | 'shippingFee' };

type LinePlaces = { noted: CalculatedDocument[]; readonly places: Map<object, LinePlace> };

const placesByRequest = new WeakMap<GraphqlContext, LinePlaces>();

/**
 * Remembers that a request shows the lines of a document. Lines are indexed only when `placeOf` is first called: few
 * requests need it, and indexing the lines of a whole list costs more than the rest of the response.
 */
export function noteLines(ctx: GraphqlContext, document: CalculatedDocument): void {
  linePlacesOf(ctx).noted.push(document);
}

export function placeOf(ctx: GraphqlContext, line: object): LinePlace {
  const linePlaces = linePlacesOf(ctx);
  const { noted, places } = linePlaces;
  linePlaces.noted = [];
  for (const document of noted) {
    for (const [index, item] of document.items.entries()) places.set(item, { document, index });
    if (document.shippingFee) places.set(document.shippingFee, { document, index: 'shippingFee' });
  }
  const place = places.get(line);
  if (!place) throw new Error('The line’s document was not remembered.');
  return place;
}

function linePlacesOf(ctx: GraphqlContext): LinePlaces {
  const known = placesByRequest.get(ctx);
  if (known) return known;
  const made: LinePlaces = { noted: [], places: new Map() };
  placesByRequest.set(ctx, made);
  return made;
}
