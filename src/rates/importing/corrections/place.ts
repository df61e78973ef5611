import { jurisdictionLevel } from '../../../domain/base/jurisdiction.ts';
import { namesOf } from '../../../domain/base/record.ts';
import type { RateCorrection } from '../../../domain/rate-book/rate-layer.ts';
import type { RateBookIndex } from '../../../ports/rate-book-index.ts';
import { isLocalLevel } from '../../../tax/model/place.ts';
import type { CorrectionCells, ReportIssue } from './columns.ts';

type Place = Pick<RateCorrection, 'country' | 'subdivision' | 'level' | 'jurisdictionId' | 'name' | 'county'>;

const levels = namesOf(jurisdictionLevel);

/** The jurisdiction of a row; null if it has issues. */
export function readPlace(cell: CorrectionCells, book: RateBookIndex, fail: ReportIssue): Place | null {
  const country = cell('country').toUpperCase();
  const level = levels.find((one) => one === cell('level').toUpperCase());
  const isKnown = country === 'US' || book.countries.has(country);
  if (!isKnown)
    fail(
      'country',
      `${cell('country') || 'An empty value'} is not a country in the rate book. Use its two-letter code.`,
    );
  if (!level) fail('level', `${cell('level') || 'An empty value'} is not one of ${levels.join(', ')}.`);
  if (!isKnown || !level) return null;
  const isOfUs = country === 'US';
  if (isOfUs !== (level !== 'COUNTRY' && level !== 'REGION')) {
    fail(
      'level',
      isOfUs
        ? `The US has no rates at level ${level}.`
        : `${level} is a level used only in the US. Use COUNTRY or REGION.`,
    );
    return null;
  }
  const subdivision = readSubdivision({ cell, book, fail }, country, level);
  if (subdivision === undefined) return null;
  const jurisdictionId = readId({ cell, book, fail }, { country, level, subdivision });
  if (jurisdictionId === null) return null;
  // A name that identified an existing jurisdiction neither renames nor moves it.
  const isFound = isLocalLevel(level) && cell('jurisdiction_id') === '';
  const name = isFound ? null : cell('name') || null;
  const county = isFound ? null : cell('county') || null;
  if (!book.jurisdiction(`${country}/${jurisdictionId}`) && isLocalLevel(level) && name === null) {
    fail('name', `${jurisdictionId} is not in the rate book yet, and a new jurisdiction requires a name.`);
    return null;
  }
  return { country, subdivision, level, jurisdictionId, name, county };
}

type Row = { readonly cell: CorrectionCells; readonly book: RateBookIndex; readonly fail: ReportIssue };

/** Undefined if the cell has an issue. */
function readSubdivision({ cell, book, fail }: Row, country: string, level: Place['level']): string | null | undefined {
  const given = cell('state').toUpperCase();
  if (level === 'COUNTRY') {
    if (given === '') return null;
    fail('state', 'A country-wide rate has no state. For a region, use level REGION.');
    return undefined;
  }
  if (country === 'US') {
    const code = given.replace(/^US-/, '');
    const state = [...book.states.values()].find((one) => one.code === code || one.name.toUpperCase() === code);
    if (state) return state.code;
    fail('state', `${cell('state') || 'An empty value'} is not a state. Use its two-letter code or its name.`);
    return undefined;
  }
  const region = given.startsWith(`${country}-`) ? given : `${country}-${given}`;
  if (book.regions.get(region) === country) return region;
  fail('state', `${cell('state') || 'An empty value'} is not a region of ${country} in the rate book.`);
  return undefined;
}

function readId(
  { cell, book, fail }: Row,
  { country, level, subdivision }: Pick<Place, 'country' | 'level' | 'subdivision'>,
): string | null {
  const given = cell('jurisdiction_id').toUpperCase();
  const own = subdivision ?? country;
  if (!isLocalLevel(level)) {
    if (given === '' || given === own) return own;
    fail('jurisdiction_id', `The id must be ${own}, not ${given}.`);
    return null;
  }
  if (given === '' && cell('name') !== '') return idByName({ cell, book, fail }, { level, state: own });
  if (!/^[A-Z]{2}-[A-Z0-9-]{1,40}$/.test(given) || !given.startsWith(`${own}-`)) {
    fail(
      'jurisdiction_id',
      `${given || 'An empty value'} is not a jurisdiction id. Use ${own}- followed by letters or digits.`,
    );
    return null;
  }
  const known = book.jurisdiction(`${country}/${given}`);
  if (known && known.level !== level) {
    fail('level', `${given} has level ${known.level} in the rate book.`);
    return null;
  }
  return given;
}

function idByName(
  { cell, book, fail }: Row,
  { level, state }: { readonly level: Place['level']; readonly state: string },
): string | null {
  const [name, county] = [cell('name'), cell('county') || null];
  const found = book.named({ state, level, name, county });
  if (found.length === 1) return found[0]!.id;
  const ids = found.map((one) => `${one.id} (${one.county ?? 'no county'})`).join(', ');
  const message =
    found.length === 0
      ? `The rate book has no ${level} ${name} in ${state}. For a new jurisdiction, choose an id that begins with ${state}-.`
      : `${state} has several jurisdictions with this name: ${ids}. Send the id or the county.`;
  fail(found.length === 0 ? 'jurisdiction_id' : 'name', message);
  return null;
}
