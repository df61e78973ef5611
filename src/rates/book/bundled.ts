import { createHash } from 'node:crypto';
import { LRUCache } from 'lru-cache';
import { type Freshness, makeFreshness } from '../../domain/coverage/freshness.ts';
import type { CountryFacts, StateFacts } from '../../domain/lookups/catalogue.ts';
import { euCode } from '../../domain/places/eu-code.ts';
import type { PlaceFacts } from '../../domain/places/place-law.ts';
import type { RateLayer } from '../../domain/rate-book/rate-layer.ts';
import type { CacheWatch } from '../../ports/observation.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import { findCountry, matchAddress, matchCandidates } from './address-matching.ts';
import type { Books } from './books.ts';
import { makeBoundaryBook } from './boundaries/boundary-book.ts';
import { dueDaysAt, readDueDays } from './due-days.ts';
import { factIssues, readEveryRule } from './fact-issues.ts';
import { type BookFiles, type BundledBook, bookDigest, ownBook, readBookFiles } from './files/book-files.ts';
import { deepFreeze } from './files/deep-freeze.ts';
import { asRecord, asText, asTextOrNull } from './files/json-file.ts';
import { atOnce, inTurns, type Steps } from './files/steps.ts';
import { filingTermsAt, readFilingTerms } from './filing-discounts.ts';
import { makeGlobalBook } from './global/book-reader.ts';
import { thresholdsAbroad } from './global/nexus-thresholds.ts';
import { globalPlaceFacts } from './global/place-facts.ts';
import { placeForSeller } from './global/seller-regions.ts';
import { regionalSaleOf } from './global/split-gst.ts';
import { makeJurisdictionList } from './jurisdiction-list.ts';
import { type LayeredBook, layerIssues, layOver } from './layers/lay-over.ts';
import type { RateLayerIssue } from './layers/rate-layer-error.ts';
import { withoutMisfits } from './layers/set-aside.ts';
import { plannedNotice, readPlannedChanges } from './planned-changes.ts';
import { makeRateChanges } from './rate-changes.ts';
import { makeRuleFor } from './rule-finder.ts';
import { findTaxCode, readTaxCodes } from './rules/tax-codes.ts';
import { makeSourceList } from './sources.ts';
import { readTaxNumberFormats } from './tax-numbers/tax-number-formats.ts';
import { makeCheckTaxNumber } from './tax-numbers/tax-numbers.ts';
import { readUsBook } from './us/book/book-reader.ts';
import { makeReasonAcceptance } from './us/book/exemption-reasons.ts';
import { remoteSellerRateOn } from './us/book/remote-seller-rate.ts';
import type { StateBook } from './us/book/state-book.ts';
import { coverageOfState } from './us/places/coverage.ts';
import { usPlaceFacts } from './us/places/place-facts.ts';
import { makeStateDirectory } from './us/places/state-directory.ts';
import { withRulings } from './with-rulings.ts';

/** The layers of one version of the rate book, and the source of its boundary rows. Version 0 has no layers. */
export type VersionToLoad = {
  readonly number: number;
  readonly layers: readonly RateLayer[];
  readonly findBoundaries: ReferenceData['findBoundaries'];
  readonly onCacheUsed?: CacheWatch;
  /** The book under the layers; absent for the bundled book. */
  readonly archived?: BundledBook;
};

export function loadBundledReferenceData(onCacheUsed?: CacheWatch): ReferenceData {
  return loadReferenceData({ number: 0, layers: [], findBoundaries: async () => [], onCacheUsed });
}

/**
 * Loads a rate book with layers on top. All later lookups use memory, except lookups of boundary rows. Throws a
 * `RateLayerError` if a whole layer is incompatible.
 */
export function loadReferenceData(version: VersionToLoad): ReferenceData {
  return atOnce(loading(version));
}

/** Like `loadReferenceData`, but in short steps, so that other requests are served in between. */
export function loadInTurns(version: VersionToLoad): Promise<ReferenceData> {
  return inTurns(loading(version));
}

/**
 * Like `loadInTurns`, but reads every rule immediately instead of on first use. Used for checks before an activation.
 */
export function loadWhole(version: VersionToLoad): Promise<ReferenceData> {
  return inTurns(loading(version, readEveryRule));
}

type ReadMore = (books: Books) => Steps<void>;

function* loading(version: VersionToLoad, readMore: ReadMore = function* () {}): Steps<ReferenceData> {
  const { number, layers, findBoundaries } = version;
  const bundled = version.archived ?? ownBook;
  const { books, files, boundaries, sourceDays, setAside } = yield* readingOver(bundled, layers);
  yield* readMore(books);
  yield;
  const digest = digestOf(bundled, layers);
  yield;
  const list = makeJurisdictionList(books);
  const ruleFor = makeRuleFor(books);
  const bundledVersion = asText(files.head.version, 'book');
  const states = new Map([...books.us.states.values()].map((state) => [state.code, stateFacts(state)]));
  const countries = new Map([...books.global.countries.values()].map(({ facts }) => [facts.code, facts]));
  const asOf = asText(files.head.asOf, 'book');
  const freshness = freshnessByPlace(books, countries.keys(), files);
  const unknownFreshness = deepFreeze(makeFreshness({ readOn: asOf, verifiedOn: null, lists: null }));
  const book: ReferenceData = {
    version: number === 0 ? bundledVersion : `${bundledVersion}+${number}`,
    bundledVersion,
    digest,
    setAside: deepFreeze(setAside),
    asOf,
    taxCodes: deepFreeze(books.taxCodes.codes),
    states: deepFreeze([...states.values()]),
    countries: deepFreeze([...countries.values()]),
    matchAddress: (address, taxDate = null) => deepFreeze(matchAddress(books, { address, taxDate })),
    matchCandidates: (address, taxDate = null) => deepFreeze(matchCandidates(books, { address, taxDate })),
    ...makeBoundaryBook(books.us, boundaries),
    findBoundaries,
    placeFacts: makePlaceFacts(books, version.onCacheUsed),
    placeForSeller: (place, seller) => deepFreeze(placeForSeller(books.global, place, seller)),
    sourcingAt: ({ regime, subdivision }) => (regime === 'SALES_TAX' ? (states.get(subdivision ?? '') ?? null) : null),
    ruleFor: (...line) => deepFreeze(ruleFor(...line)),
    freshnessOf: (place) => freshness.get(place) ?? unknownFreshness,
    findTaxCode: (taxCode) => deepFreeze(findTaxCode(books.taxCodes, taxCode)),
    servicePlace: (taxCode) =>
      deepFreeze(books.taxCodes.servicePlaces.get(findTaxCode(books.taxCodes, taxCode)?.code ?? '') ?? null),
    findState: (text) => states.get(books.states.find(text)?.code ?? '') ?? null,
    zipCodes: (state) => deepFreeze((books.us.states.get(state)?.zips ?? []).map(({ zip }) => zip).sort()),
    findCountry: (text) => findCountry(books, text),
    countryFacts: (country) => countries.get(country) ?? null,
    jurisdictions: (filter) => deepFreeze(list.jurisdictions(filter)),
    jurisdictionRate: (id, taxDate) => deepFreeze(list.jurisdictionRate(id, taxDate)),
    rateChanges: makeRateChanges(books),
    sources: makeSourceList(books, sourceDays),
    remoteSellerRate: (state, taxDate) =>
      deepFreeze(remoteSellerRateOn(books.us.states.get(state)?.remoteSellerRate ?? null, taxDate)),
    nexusThresholds: (state) => deepFreeze(books.us.states.get(state)?.nexusThresholds ?? []),
    nexusThresholdsAbroad: (country, home) =>
      deepFreeze(thresholdsAbroad(books.global.nexus, memberOf(countries, country), memberOf(countries, home))),
    dueDays: (place) => deepFreeze(dueDaysAt(books.dueDays, place)),
    filingTerms: (place) => deepFreeze(filingTermsAt(books.filing, place)),
    reasonAcceptance: makeReasonAcceptance(files.exemptionReasons, books.us.states.keys()),
    checkTaxNumber: makeCheckTaxNumber(books.taxNumberFormats),
    taxNumberFormat: (country) => deepFreeze(books.taxNumberFormats.get(country) ?? null),
    withRulings: (revision, rulings) => withRulings(book, books, { revision, rulings }),
    rulingMisfits: new Map(),
    changeUnderRulings: (change) => change,
  };
  return book;
}

/**
 * Layers never change, so their ids would be enough, but another store may contain different layers with the same ids.
 */
function digestOf(bundled: BundledBook, layers: readonly RateLayer[]): string {
  const digest = bookDigest(bundled);
  if (layers.length === 0) return digest;
  return createHash('sha256').update(digest).update(JSON.stringify(layers)).digest('base64url');
}

function memberOf(countries: ReadonlyMap<string, CountryFacts>, code: string) {
  return { code, isInEu: code === euCode || countries.get(code)?.isInEu === true };
}

function stateFacts(state: StateBook): StateFacts {
  return { ...state.facts, coverage: coverageOfState(state) };
}

/** The parts of a rate book with layers on top, for imports. */
export function loadBooks(layers: readonly RateLayer[] = [], bundled = ownBook): Books {
  return atOnce(loadingBooks(layers, bundled));
}

/** Incompatibilities between these layers and the book. Unlike `layerIssues`, this also reads the rules. */
export function versionIssues(layers: readonly RateLayer[], bundled?: BundledBook): readonly RateLayerIssue[] {
  const issues = layerIssues(layers, bundled);
  const hasFacts = layers.some((layer) => layer.kind === 'CORRECTIONS' && layer.facts?.length);
  if (!hasFacts || issues.some(({ row }) => row === null)) return issues;
  const { files } = layOver(readBookFiles(bundled), layers);
  return [...issues, ...factIssues(atOnce(readBooks(files)), layers)];
}

export function loadBooksInTurns(layers: readonly RateLayer[], bundled = ownBook): Promise<Books> {
  return inTurns(loadingBooks(layers, bundled));
}

/** The layers without the corrections that do not match a book, and a list of the removed corrections. */
export function layersThatFit(
  layers: readonly RateLayer[],
  bundled: BundledBook,
): Promise<Pick<LayeredBook, 'kept' | 'setAside'>> {
  return inTurns(readingOver(bundled, layers));
}

function* loadingBooks(layers: readonly RateLayer[], bundled: BundledBook): Steps<Books> {
  return (yield* readingOver(bundled, layers)).books;
}

/** Corrected rules are read too, so that an unreadable one is set aside. */
function* readingOver(
  bundled: BundledBook,
  layers: readonly RateLayer[],
): Steps<LayeredBook & { readonly books: Books }> {
  const unread = readBookFiles(bundled);
  yield;
  const laid = layOver(unread, layers);
  const books = yield* readBooks(laid.files);
  const issues = factIssues(books, layers);
  if (issues.length === 0) return { ...laid, books };
  const { kept, setAside } = withoutMisfits(layers, issues);
  const read = yield* readingOver(bundled, kept);
  return { ...read, setAside: [...setAside, ...read.setAside] };
}

function* readBooks(files: BookFiles): Steps<Books> {
  const us = yield* readUsBook(files);
  yield;
  const states = makeStateDirectory(us);
  yield;
  const global = makeGlobalBook(files);
  yield;
  return {
    us,
    states,
    global,
    taxCodes: readTaxCodes(
      files.taxCodes,
      [...us.states.values()].map(({ taxability }) => taxability),
    ),
    planned: readPlannedChanges(files.plannedChanges),
    dueDays: readDueDays(files.dueDays),
    filing: readFilingTerms(files.filingDiscounts),
    taxNumberFormats: readTaxNumberFormats(files.taxNumberFormats),
  };
}

function freshnessByPlace(
  { us, global }: Books,
  countries: Iterable<string>,
  { verified }: BookFiles,
): ReadonlyMap<string, Freshness> {
  const verifiedOn = asRecord(verified.days, 'verified');
  const days = (place: string, readOn: string) => ({ readOn, verifiedOn: asTextOrNull(verifiedOn[place], place) });
  const abroad = [...countries].map((code) => ({ place: code, ...days(code, global.asOf), lists: null }));
  const states = [...us.states.values()].map(({ code, asOf, rateLists }) => ({
    place: `US-${code}`,
    ...days(`US-${code}`, asOf),
    lists: rateLists,
  }));
  return new Map([...abroad, ...states].map(({ place, ...one }) => [place, deepFreeze(makeFreshness(one))]));
}

function makePlaceFacts({ us, global, planned }: Books, onCacheUsed?: CacheWatch): ReferenceData['placeFacts'] {
  const cache = new LRUCache<string, PlaceFacts>({ max: 20_000 });
  return (place, taxDate, seller = null) => {
    const regionalSale = place.regime === 'SALES_TAX' ? null : regionalSaleOf(global, place, seller);
    const key = [taxDate, place.country, place.subdivision, ...place.jurisdictionIds, regionalSale].join(' ');
    const known = cache.get(key);
    onCacheUsed?.('laws', known !== undefined);
    if (known) return known;
    const facts =
      place.regime === 'SALES_TAX'
        ? usPlaceFacts(us, place, taxDate)
        : globalPlaceFacts(global, { place, taxDate, regionalSale });
    const notice = plannedNotice(planned, { place, taxDate, category: null });
    const told = notice === null ? facts : { ...facts, notices: [...facts.notices, notice] };
    cache.set(key, deepFreeze(told));
    return told;
  };
}
