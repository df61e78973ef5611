import { asList, asRecord, asText, asTextOrNull, type JsonRecord } from './json-file.ts';
import { type RateRow, readRateRows, writeRateRows } from './rate-rows.ts';
import { asSource } from './source.ts';

/** A jurisdiction as stored in a state's file. */
export type JurisdictionRow = {
  readonly id: string;
  readonly level: string;
  readonly name: string;
  readonly code: string;
  readonly fips: string | null;
  readonly county: string | null;
  readonly stacking: string;
  readonly introducedOn: string | null;
  readonly rates: readonly RateRow[];
};

/** The columns of a ZIP code up to a day. */
type EarlierColumns = { readonly validThrough: string; readonly columns: readonly unknown[] };

/** The parts of a state's file that layers often change; the other parts are in `rest`. */
export type StateDraft = {
  readonly code: string;
  readonly name: string;
  readonly fips: string;
  asOf: string;
  /** The date of the newest list of local rates. */
  listedOn: string;
  /** The date of the previous list; null if the newest list also contains earlier rates. */
  listedBefore: string | null;
  levies: string;
  historyFrom: string | null;
  readonly gaps: unknown[];
  /** As stored in the file. */
  readonly sources: unknown[];
  readonly jurisdictions: Map<string, JurisdictionRow>;
  /** `[fips, name, id of the jurisdiction]`, by FIPS code. */
  readonly counties: Map<string, readonly unknown[]>;
  /** The columns of the file, by ZIP code. */
  readonly zips: Map<string, readonly unknown[]>;
  /** Earlier columns of ZIP codes, as in `zips`, each up to a last day; oldest first. */
  readonly earlierZips: Map<string, readonly EarlierColumns[]>;
  rest: JsonRecord;
};

export function openState(file: JsonRecord): StateDraft {
  const facts = asRecord(file.state, 'state');
  const code = asText(facts.code, 'state code');
  const byFirst = (rows: unknown) =>
    new Map(asList(rows, code).map((value) => [asText(asList(value, code)[0], code), asList(value, code)]));
  return {
    code,
    name: asText(facts.name, code),
    fips: asText(facts.fips, code),
    asOf: asText(facts.asOf, code),
    listedOn: asText(facts.listedOn ?? facts.asOf, code),
    listedBefore: null,
    levies: asText(facts.levies, code),
    historyFrom: asTextOrNull(facts.historyFrom, code),
    gaps: [...asList(facts.gaps, code)],
    sources: [...asList(file.sources, code)],
    jurisdictions: new Map(
      asList(file.jurisdictions, code).map((value) => {
        const row = readRow(asList(value, code));
        return [row.id, row];
      }),
    ),
    counties: byFirst(file.counties),
    zips: byFirst(file.zips),
    earlierZips: new Map(),
    rest: file,
  };
}

export function closeState(draft: StateDraft): JsonRecord {
  const { asOf, listedOn, listedBefore, levies, historyFrom, gaps, sources, rest } = draft;
  return {
    ...rest,
    state: {
      ...asRecord(rest.state, draft.code),
      asOf,
      listedOn,
      ...(listedBefore !== null && { listedBefore }),
      levies,
      historyFrom,
      gaps,
    },
    sources,
    jurisdictions: [...draft.jurisdictions.values()].map((row) => [
      ...[row.id, row.level, row.name, row.code, row.fips, row.county, row.stacking, row.introducedOn],
      writeRateRows(row.rates),
    ]),
    counties: [...draft.counties.values()],
    zips: [...draft.zips.values()],
    earlierZips: [...draft.earlierZips.values()].flat().map(({ validThrough, columns }) => [validThrough, columns]),
  };
}

/** The index of a source in the state's list; a new source is added. */
export function sourceIndex({ sources }: StateDraft, source: string): number {
  const known = sources.findIndex((one) => asSource(one, 'source').name === source);
  return known >= 0 ? known : sources.push(source) - 1;
}

function readRow(row: readonly unknown[]): JurisdictionRow {
  const id = asText(row[0], 'jurisdiction');
  return {
    id,
    level: asText(row[1], id),
    name: asText(row[2], id),
    code: asText(row[3], id),
    fips: asTextOrNull(row[4], id),
    county: asTextOrNull(row[5], id),
    stacking: asText(row[6], id),
    introducedOn: asTextOrNull(row[7], id),
    rates: readRateRows(row[8], id),
  };
}
