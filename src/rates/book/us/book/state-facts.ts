import type { RateLists } from '../../../../domain/coverage/freshness.ts';
import type { MarketplaceLaw, StateFacts, StreamlinedMember } from '../../../../domain/lookups/catalogue.ts';
import { asNumber, asOneOf, asRecord, asText, asTextOrNull, asTexts, type JsonRecord } from '../../files/json-file.ts';
import type { Source } from '../../files/source.ts';
import { type CoverageGap, gapReaches } from './state-book.ts';

/** A row is `[what, reach]`, followed by the names of cities if the gap affects only these cities. */
export function readGap([what = '', reach, ...cities]: readonly string[], code: string): CoverageGap {
  return { what, reach: asOneOf(gapReaches, reach, code), cities };
}

/**
 * The days on which local rates may change, and the date of the lists: the state's date or, if imported, the date of
 * their period. Null for a state without lists.
 */
export function readRateLists(row: JsonRecord, code: string): RateLists | null {
  if (row.rateLists === undefined) return null;
  const { changesOn, source } = asRecord(row.rateLists, code);
  return {
    listedOn: asText(row.listedOn ?? row.asOf, code),
    listedBefore: asTextOrNull(row.listedBefore, code) ?? undefined,
    changesOn: asTexts(changesOn, code),
    source: asText(source, code),
  };
}

export function readStateFacts(
  row: JsonRecord,
  code: string,
  sources: readonly Source[],
): Omit<StateFacts, 'coverage'> {
  return {
    code,
    name: asText(row.name, code),
    sourcing: asOneOf(['ORIGIN', 'DESTINATION', 'MIXED'], row.sourcing, code),
    marketplaceLaw: readMarketplaceLaw(row, code, sources),
    streamlined: row.streamlined === undefined ? null : readMember(asRecord(row.streamlined, code), code),
  };
}

/** Books from earlier releases contain only the day. */
function readMarketplaceLaw(row: JsonRecord, code: string, sources: readonly Source[]): MarketplaceLaw | null {
  const since = asTextOrNull(row.marketplaceFrom, code);
  if (since === null) return null;
  const source = row.marketplaceSource === undefined ? null : sources[asNumber(row.marketplaceSource, code)];
  return {
    since,
    source: source?.name ?? 'The rate book',
    uncertainty: asTextOrNull(row.marketplaceUncertain, code),
  };
}

function readMember(row: JsonRecord, code: string): StreamlinedMember {
  return {
    status: asOneOf(['FULL', 'ASSOCIATE'], row.status, code),
    since: asText(row.since, code),
    rateFile: asTextOrNull(row.rateFile, code),
    boundaryFile: asTextOrNull(row.boundaryFile, code),
    seenOn: asText(row.seenOn, code),
  };
}
