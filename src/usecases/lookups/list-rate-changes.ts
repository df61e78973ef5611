import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { matches, meets } from '../../domain/lists/matches.ts';
import type { RateChangesInput } from '../../domain/lookups/catalogue-input.ts';
import { knownSince, type RateChange, type RateChangeConditions } from '../../domain/lookups/rate-changes.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import { createYield } from '../writing/yield-to-event-loop.ts';
import { listedPlaces } from './get-rule-coverage.ts';
import { noZip, placesAtZip } from './list-jurisdictions.ts';
import { changesIn } from './rate-book-versions.ts';

type AskedChanges = RateChangesInput & { readonly filter: RateChangeConditions };

/** Changes to rates and rules in the rate book, past and announced, by day. */
export async function listRateChanges(ctx: Context, asked: AskedChanges): Promise<readonly RateChange[]> {
  const { work } = authorize(ctx, 'tax:read');
  const { reference } = ctx;
  work.add(workCosts.rateChangeList);
  const { at, taxCode } = readQuestion(ctx, asked);
  const isAsked = isOfTaxCode(taxCode);
  const yieldIfDue = createYield();
  const isFound = (change: RateChange) => isAsked(change) && isMatch(change, asked.filter) && isAt(change, at, taxCode);
  const found: RateChange[] = [];
  if (asked.inVersion !== null) {
    for (const change of (await changesIn(ctx, asked.inVersion)).changes) {
      await yieldIfDue();
      if (isFound(change)) found.push(change);
    }
    return found;
  }
  for (const { country, state } of listedPlaces(reference)) {
    if (!mayMatch({ country, state }, asked.filter)) continue;
    await yieldIfDue(); // The first lookup of a place's changes takes about a millisecond.
    const changes = reference.rateChanges(country, state);
    found.push(...changes.filter(isFound));
  }
  return found.sort((left, right) => (left.changeId < right.changeId ? -1 : 1));
}

function readQuestion(ctx: Context, { zip, taxCode }: RateChangesInput) {
  const { reference } = ctx;
  const places = zip === null ? null : placesAtZip(reference, { zip, state: null, day: todayOf(ctx) });
  const known = taxCode === null ? null : reference.findTaxCode(taxCode);
  const issues: Issue[] = [];
  if (zip !== null && places === null) issues.push({ path: ['zip'], code: 'UNKNOWN_VALUE', message: noZip(zip, null) });
  if (taxCode !== null && known === null) {
    issues.push({
      path: ['taxCode'],
      code: 'UNKNOWN_VALUE',
      message: `Tax code "${taxCode}" is not in the catalog.`,
    });
  }
  if (issues.length > 0) throw invalidInput(issues);
  return { at: zip === null || places === null ? null : { zip, places }, taxCode: known?.code ?? null };
}

/** Changes to general rates and places affect all tax codes. */
function isOfTaxCode(taxCode: string | null): (change: RateChange) => boolean {
  return ({ kind, taxCodes }) =>
    taxCode === null || kind === 'RATE' || kind === 'BOUNDARY' || taxCodes.includes(taxCode);
}

const nothing = { kind: null, status: null, effectiveOn: null, jurisdictionId: null, knownSince: null };

/** The regions of a country are known only from its changes. */
function mayMatch(
  { country, state }: { readonly country: string; readonly state: string | null },
  filter: RateChangeConditions,
): boolean {
  const place: RateChangeConditions = { country: filter.country, state: filter.state, and: filter.and };
  return state === null ? meets(country, filter.country) : matches({ ...nothing, country, state }, place);
}

function isMatch(change: RateChange, { jurisdictionId, ...filter }: RateChangeConditions): boolean {
  const others: RateChangeConditions = filter;
  const { country, subdivision: state, kind, status, effectiveOn, jurisdiction, localJurisdictions } = change;
  const since = knownSince(change)?.toISOString() ?? null;
  return (
    matches({ ...nothing, country, state, kind, status, effectiveOn, knownSince: since }, others) &&
    [jurisdiction, ...localJurisdictions].some(({ id }) => meets(id, jurisdictionId))
  );
}

type Zip = { readonly zip: string; readonly places: readonly (readonly string[])[] };

/** Whether the change takes effect in a place of the ZIP code, where the place's own rules come first. */
function isAt(change: RateChange, at: Zip | null, taxCode: string | null): boolean {
  if (at === null) return true;
  const { country, jurisdiction, localJurisdictions, zips, isRuleAt, taxCodes } = change;
  if (country !== 'US') return false;
  if (zips) return zips.includes(at.zip);
  const own = localJurisdictions.length > 0 ? localJurisdictions : [jurisdiction];
  const codes = taxCode === null ? taxCodes : [taxCode];
  return at.places.some((ids) => own.some(({ id }) => ids.includes(id)) && (isRuleAt?.(ids, codes) ?? true));
}
