import type { RateCorrection } from '../../../domain/rate-book/rate-layer.ts';
import { asList, asRecord, asText, type JsonRecord } from '../files/json-file.ts';
import { putRateRow, type RateRow, readRateRows, writeRateRows } from '../files/rate-rows.ts';

type GlobalFiles = { countries: JsonRecord; regions: JsonRecord };

/** Inserts one rate of a country or region outside the US into the rate book. Returns the issues that prevent it. */
export function layGlobalCorrection(files: GlobalFiles, row: RateCorrection): string[] {
  if (row.zips.length > 0) return ['Only US jurisdictions can have ZIP codes.'];
  if (row.level === 'COUNTRY') return layCountryRate(files, row);
  if (row.level === 'REGION') return layRegionRate(files, row);
  return [`Outside the US, the level must be COUNTRY or REGION, not ${row.level}.`];
}

/** Columns: alpha2, alpha3, name, tax, currency, inEu, inclusive, taxation, notice, rates. */
function layCountryRate(files: GlobalFiles, row: RateCorrection): string[] {
  if (row.jurisdictionId !== row.country || row.subdivision !== null) {
    return [`The id of a country must be its code, ${row.country}, without a state.`];
  }
  const rows = asList(files.countries.countries, 'countries').map((value) => asList(value, 'country'));
  const index = rows.findIndex(([alpha2]) => alpha2 === row.country);
  const old = rows[index];
  if (!old) return [`The rate book has no country ${row.country}.`];
  const isNew = old[7] !== 'TAXED' && Number(row.rate) > 0;
  // A new tax keeps its zero rate before the first day.
  const rates = putRateRow(readRateRows(old[9], row.country), rateRow(row));
  const changed = isNew
    ? [...old.slice(0, 3), row.name ?? 'VAT', ...old.slice(4, 7), 'TAXED', null, writeRateRows(rates)]
    : [...old.slice(0, 9), writeRateRows(rates)];
  files.countries = { ...files.countries, countries: rows.with(index, changed) };
  return [];
}

function layRegionRate(files: GlobalFiles, row: RateCorrection): string[] {
  const rows = asList(files.regions.regions, 'regions').map((value) => asRecord(value, 'region'));
  const index = rows.findIndex(({ id }) => id === row.jurisdictionId);
  const old = rows[index];
  if (!old || old.country !== row.country) {
    return [`The rate book has no region ${row.jurisdictionId} of ${row.country}; regions cannot be added.`];
  }
  if (row.subdivision !== null && row.subdivision !== row.jurisdictionId) {
    return [`The state ${row.subdivision} does not match the jurisdiction ${row.jurisdictionId}.`];
  }
  const tax = old.tax ?? row.name;
  if (old.rates === undefined && (old.how !== 'none' || tax === null)) {
    const why = old.how === 'none' ? 'a first rate requires the name of the tax' : "the country's tax applies there";
    return [`${asText(old.name, row.jurisdictionId)} cannot have its own rate: ${why}.`];
  }
  // Before its first day, a new tax has a rate of zero, not a rate with an unknown start.
  const none = { ...rateRow(row), rate: '0', validFrom: null, validThrough: null };
  const before = old.rates === undefined ? [none] : readRateRows(old.rates, row.jurisdictionId);
  const rates = putRateRow(before, rateRow(row));
  const changed = { ...old, tax, how: old.how === 'none' ? 'beside' : old.how, rates: writeRateRows(rates) };
  files.regions = { ...files.regions, regions: rows.with(index, changed) };
  return [];
}

function rateRow({ rate, validFrom, validThrough, source }: RateCorrection): RateRow {
  return { rate, validFrom, validThrough, source, uncertainty: null };
}
