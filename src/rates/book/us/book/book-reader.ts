import { type Jurisdiction, type JurisdictionLevel, usLevels } from '../../../../tax/model/place.ts';
import { decimal } from '../../../../tax/numbers/decimal.ts';
import type { StateFile } from '../../files/book-files.ts';
import {
  asList,
  asOneOf,
  asRecord,
  asText,
  asTextOrNull,
  asTexts,
  type JsonList,
  type JsonRecord,
} from '../../files/json-file.ts';
import { readRateWindows } from '../../files/rate-windows.ts';
import { asSources, type Source } from '../../files/source.ts';
import type { Steps } from '../../files/steps.ts';
import { foldPlace } from '../../names/folding.ts';
import { type DeliveryRule, readDeliveryRules } from './delivery-rules.ts';
import { readStateThreshold } from './nexus-thresholds.ts';
import { readRemoteSellerRate } from './remote-seller-rate.ts';
import { readDeliveryFees } from './retail-delivery-fees.ts';
import {
  type County,
  type EarlierZip,
  foldCounty,
  type StateBook,
  sourceAt,
  type UsBook,
  type UsJurisdiction,
  type ZipRow,
} from './state-book.ts';
import { readGap, readRateLists, readStateFacts } from './state-facts.ts';
import { addTo, emptyZipLists, listZip } from './zip-lists.ts';

type DeliveryRules = ReadonlyMap<string, readonly DeliveryRule[]>;
type UsFiles = {
  readonly states: readonly StateFile[];
  readonly delivery: JsonRecord;
  readonly deliveryFees: JsonRecord;
};

export function* readUsBook(files: UsFiles): Steps<UsBook> {
  const delivery = readDeliveryRules(files.delivery);
  const states = new Map<string, StateBook>();
  const zips = new Map<string, ZipRow>();
  const statesByPrefix = new Map<string, StateBook[]>();
  for (const file of files.states) {
    yield;
    const state = file.isBundled ? bundledState(file, delivery) : readState(file.read(), delivery);
    states.set(state.code, state);
    for (const row of state.zips) zips.set(row.zip, row);
    for (const prefix of new Set(state.zips.map(({ zip }) => zip.slice(0, 3)))) addTo(statesByPrefix, prefix, state);
  }
  return {
    states,
    zips,
    statesByPrefix,
    deliveryFees: readDeliveryFees(files.deliveryFees),
    deliveryConditions: Object.keys(asRecord(files.delivery.conditions, 'delivery conditions')),
  };
}

/**
 * The bundled states. They never change, so all versions on top of the bundled book share the states without layers.
 */
const bundledStates = new Map<string, StateBook>();

function bundledState(file: StateFile, delivery: DeliveryRules): StateBook {
  const known = bundledStates.get(file.code);
  if (known) return known;
  const state = readState(file.read(), delivery);
  bundledStates.set(file.code, state);
  return state;
}

function readState(file: JsonRecord, delivery: DeliveryRules): StateBook {
  const facts = asRecord(file.state, 'state');
  const code = asText(facts.code, 'state code');
  const sources = asSources(file.sources, code);
  const jurisdictions = readJurisdictions(file.jurisdictions, code, sources);
  const counties = readCounties(file.counties, code);
  const cap = asTextOrNull(facts.localRateCap, code);
  const foldedNames = new Map<string, string>();
  const lists = emptyZipLists();
  const earlierZips = new Map<string, EarlierZip[]>();
  const earlier = file.earlierZips === undefined ? [] : asList(file.earlierZips, code);
  const state: StateBook = {
    code,
    name: asText(facts.name, code),
    fips: asText(facts.fips, code),
    asOf: asText(facts.asOf, code),
    facts: readStateFacts(facts, code, sources),
    levies: asOneOf(['STATE_AND_LOCAL', 'STATE_ONLY', 'LOCAL_ONLY', 'NONE'], facts.levies, code),
    gaps: asList(facts.gaps, code).map((row) => readGap(asTexts(row, code), code)),
    localRateCap: cap === null ? null : decimal(cap),
    rateLists: readRateLists(facts, code),
    delivery: delivery.get(code) ?? [],
    jurisdictions,
    counties,
    countiesByName: indexCounties(counties),
    cityIdsByName: indexCities(jurisdictions, foldedNames),
    ...lists,
    earlierZips,
    lastDaysOfZips: [...new Set(earlier.map((value) => asText(asList(value, code)[0], code)))].sort(),
    foldedNames,
    districtsOfCities: readCityDistricts(file.cityDistricts, code),
    aliases: readAliases(file.aliases, code),
    sources,
    taxability: asList(file.taxability, code),
    ruleCorrections: asList(file.ruleCorrections ?? [], code),
    holidays: asList(file.holidays, code),
    singleItemCaps: asList(file.singleItemCaps, code),
    remoteSellerRate: readRemoteSellerRate(file.remoteSellerRate, jurisdictions.get(code), sources),
    nexusThresholds: asList(file.nexus, code).map((row) => readStateThreshold(asRecord(row, code), sources)),
  };
  for (const value of asList(file.zips, code)) {
    const row = readZip(asList(value, code), state);
    if (row.place !== null && !foldedNames.has(row.place)) foldedNames.set(row.place, foldPlace(row.place));
    listZip(lists, row);
  }
  for (const value of earlier) {
    const [validThrough, columns] = asList(value, code);
    const row = readZip(asList(columns, code), state);
    addTo(earlierZips, row.zip, { validThrough: asText(validThrough, row.zip), row });
  }
  return state;
}

function indexCounties(counties: ReadonlyMap<string, County>): Map<string, County> {
  const foldings = [foldCounty, foldPlace];
  return new Map(foldings.flatMap((fold) => [...counties.values()].map((county) => [fold(county.name), county])));
}

function readAliases(pairs: unknown, state: string): Map<string, string> {
  return new Map(
    asList(pairs, state).map((pair) => {
      const [spelling = '', name = ''] = asTexts(pair, state);
      return [foldPlace(spelling), foldPlace(name)];
    }),
  );
}

function readJurisdictions(rows: unknown, state: string, sources: readonly Source[]): Map<string, UsJurisdiction> {
  const found = new Map<string, UsJurisdiction>();
  for (const value of asList(rows, state)) {
    const row = asList(value, state);
    const id = asText(row[0], state);
    const level: JurisdictionLevel = asOneOf(usLevels, row[1], id);
    const county = asTextOrNull(row[5], id);
    const jurisdiction: Jurisdiction = {
      id,
      level,
      name: asText(row[2], id),
      code: asText(row[3], id),
      fips: asTextOrNull(row[4], id),
      districtOf: level === 'DISTRICT' ? (county === null ? 'CITY' : 'COUNTY') : null,
    };
    found.set(id, {
      jurisdiction,
      county,
      stacking: asOneOf(['add', 'replaces_county', 'replaces_all'], row[6], id),
      introducedOn: asTextOrNull(row[7], id),
      windows: readRateWindows(jurisdiction, row[8], (index) => sourceAt(sources, index)),
    });
  }
  return found;
}

function readCityDistricts(rows: unknown, state: string): ReadonlyMap<string, readonly string[]> | null {
  if (rows === undefined) return null;
  return new Map(
    asList(rows, state).map((value) => {
      const row = asList(value, state);
      return [asText(row[0], state), asTexts(row[1], state)];
    }),
  );
}

function readCounties(rows: unknown, state: string): Map<string, County> {
  return new Map(
    asList(rows, state).map((value) => {
      const row = asList(value, state);
      const fips = asText(row[0], state);
      return [fips, { fips, name: asText(row[1], fips), jurisdictionId: asTextOrNull(row[2], fips) }];
    }),
  );
}

const none: readonly string[] = [];

function readZip(row: JsonList, state: StateBook): ZipRow {
  const zip = asText(row[0], `ZIP of ${state.code}`);
  const countyFips = asTextOrNull(row[2], zip) ?? '';
  const districtIds = asTexts(row[4], zip);
  const furtherCounties = asTexts(row[6], zip);
  return {
    zip,
    state,
    place: asTextOrNull(row[1], zip),
    countyFips,
    countyJurisdictionId:
      row.length > 7 ? asTextOrNull(row[7], zip) : (state.counties.get(countyFips)?.jurisdictionId ?? null),
    cityId: asTextOrNull(row[3], zip),
    districtIds: districtIds.length === 0 ? none : districtIds,
    precision: asOneOf(['state', 'county', 'city', 'split', 'state-only'], row[5], zip),
    furtherCounties: furtherCounties.length === 0 ? none : furtherCounties,
    laterCityIds: none,
  };
}

function indexCities(
  jurisdictions: ReadonlyMap<string, UsJurisdiction>,
  foldedNames: Map<string, string>,
): Map<string, string[]> {
  const byName = new Map<string, string[]>();
  for (const { jurisdiction } of jurisdictions.values()) {
    if (jurisdiction.level !== 'CITY') continue;
    const folded = foldPlace(jurisdiction.name);
    foldedNames.set(jurisdiction.name, folded);
    addTo(byName, folded, jurisdiction.id);
  }
  return byName;
}
