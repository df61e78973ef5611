import type { BoundaryRow } from '../../../domain/rate-book/rate-layer.ts';
import { isInForce } from '../files/rate-windows.ts';
import { directionOf, type StreetAddress, type StreetReading } from './street-address.ts';
import { streetSuffix } from './street-suffixes.ts';

type BoundaryChoice = { readonly row: BoundaryRow; readonly precision: 'ROOFTOP' | 'ZIP9' | 'ZIP5' };

type PlacedAddress = {
  /** Null if the house number is unknown. */
  readonly street: StreetAddress | null;
  readonly taxDate: string;
};

/**
 * Chooses the record that covers an address from the records found for its ZIP code, +4 and street: by house number,
 * otherwise by ZIP+4, otherwise by ZIP code. Among several matches of the same type, the narrowest wins.
 */
export function chooseBoundary(
  rows: readonly BoundaryRow[],
  { street, taxDate }: PlacedAddress,
): BoundaryChoice | null {
  const valid = rows.filter((row) => isInForce(row, taxDate));
  const house = street && rowOfHouse(valid, street);
  if (house) return { row: house, precision: 'ROOFTOP' };
  const zip4 = narrowest(
    valid.filter(({ kind }) => kind === 'ZIP4'),
    ({ zipLow, zipHigh, plus4Low, plus4High }) => Number(`${zipHigh}${plus4High}`) - Number(`${zipLow}${plus4Low}`),
  );
  if (zip4) return { row: zip4, precision: 'ZIP9' };
  const zip = narrowest(
    valid.filter(({ kind }) => kind === 'ZIP'),
    ({ zipLow, zipHigh }) => Number(zipHigh) - Number(zipLow),
  );
  return zip && { row: zip, precision: 'ZIP5' };
}

/**
 * The narrowest row whose street matches the address exactly. Otherwise, the narrowest row that differs only by missing
 * or extra directions or suffixes, provided that all such rows have the same jurisdictions.
 */
function rowOfHouse(rows: readonly BoundaryRow[], { houseNumber, readings }: StreetAddress): BoundaryRow | null {
  const ofHouse = rows.filter((row) => row.kind === 'STREET' && holdsHouse(row, houseNumber));
  const width = ({ houseLow, houseHigh }: BoundaryRow) => (houseHigh ?? Infinity) - (houseLow ?? 0);
  for (const reading of readings) {
    const same = ofHouse.filter((row) => differences(row, reading) === 0);
    if (same.length > 0) return narrowest(same, width);
  }
  const alike = ofHouse.filter((row) => readings.some((reading) => differences(row, reading) < Infinity));
  return new Set(alike.map(({ stack }) => stack)).size === 1 ? narrowest(alike, width) : null;
}

function holdsHouse({ houseLow, houseHigh, houseParity }: BoundaryRow, house: number): boolean {
  if ((houseLow ?? 0) > house || (houseHigh ?? Infinity) < house) return false;
  return houseParity === null || houseParity === 'BOTH' || (houseParity === 'EVEN') === (house % 2 === 0);
}

/** The number of parts that only one of the two streets has; Infinity if the streets contradict each other. */
function differences(row: BoundaryRow, reading: StreetReading): number {
  if (row.street !== reading.street) return Infinity;
  return (
    difference(directionOf(row.preDirection), reading.preDirection) +
    difference(streetSuffix(row.suffix) ?? row.suffix, reading.suffix) +
    difference(directionOf(row.postDirection), reading.postDirection)
  );
}

function difference(one: string, other: string): number {
  if (one === other) return 0;
  return one === '' || other === '' ? 1 : Infinity;
}

/** The narrowest row; among equally narrow rows, the one with the latest start. */
function narrowest(rows: readonly BoundaryRow[], widthOf: (row: BoundaryRow) => number): BoundaryRow | null {
  let best: { row: BoundaryRow; width: number } | null = null;
  for (const row of rows) {
    const width = widthOf(row);
    const isBetter =
      best === null || width < best.width || (width === best.width && row.validFrom > best.row.validFrom);
    if (isBetter) best = { row, width };
  }
  return best?.row ?? null;
}
