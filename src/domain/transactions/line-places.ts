import type { z } from 'zod';
import type { Address } from '../base/address.ts';
import { hasEnoughIssues } from '../base/enough-issues.ts';
import { gatewayLimits } from '../base/limits.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject } from '../base/plain-object.ts';

type Shipped = { readonly shippingAddress?: unknown; readonly shipFromAddress?: unknown };

/** A key for the addresses of an item; null if the document addresses apply. */
export function ownPlaceOf({ shippingAddress, shipFromAddress }: Shipped): string | null {
  if (!shippingAddress && !shipFromAddress) return null;
  return JSON.stringify([factsOf(shippingAddress), factsOf(shipFromAddress)]);
}

/** Refuses more places than a document may have, because each place is matched and has its own rates and rules. */
export function checkPlaces(document: unknown, ctx: z.core.$RefinementCtx): void {
  if (!isPlainObject(document) || !Array.isArray(document.items) || hasEnoughIssues(ctx)) return;
  const places = new Set(document.items.map((item) => (isPlainObject(item) ? ownPlaceOf(item) : null)));
  places.delete(null);
  const most = gatewayLimits.placesPerDocument;
  if (places.size <= most) return;
  const message = `The items of a document may have at most ${most} different pairs of shipping addresses; this document has ${places.size}. Send the other items in another document.`;
  addIssue(ctx, { path: ['items'], code: 'TOO_LONG', message });
}

/** Members are in a fixed order, regardless of the order in which they were sent. */
function factsOf(address: unknown): unknown {
  if (!isPlainObject(address)) return null;
  const { city, country, county, state, street, region, zip, isPartial } = address as Partial<Address>;
  return [...[city, country, county, state, street, region, zip].map((fact) => fact ?? null), isPartial ?? false];
}
