import { AppError, invalidField, invalidInput } from '../../domain/base/errors.ts';
import { groupedBy } from '../../domain/base/grouped-by.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import {
  mostConflicts,
  type RateBookDifference,
  type RateBookDifferencesInput,
  type RateBookVersionFacts,
  type RateUpdates,
} from '../../domain/lookups/rate-book-versions.ts';
import type { RateChange } from '../../domain/lookups/rate-changes.ts';
import { underRulingsOf } from '../../domain/rate-book/ruling.ts';
import { authorize, type Context, todayOf } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

const dayMs = 86_400_000;

/** The stored versions of the rate book, newest first. */
export async function listRateBookVersions(ctx: Context): Promise<readonly RateBookVersionFacts[]> {
  authorize(ctx, 'tax:read');
  return versionsOf(ctx).list();
}

/** Differences between two versions of the rate book. */
export async function compareRateBooks(
  ctx: Context,
  { fromVersion, toVersion }: RateBookDifferencesInput,
): Promise<readonly RateBookDifference[]> {
  const { work } = authorize(ctx, 'tax:read');
  const known = new Set((await versionsOf(ctx).list()).map(({ number }) => number));
  const issues = Object.entries({ fromVersion, toVersion })
    .filter(([, number]) => !known.has(number))
    .map(([name, number]) => ({ path: [name], code: 'UNKNOWN_VALUE' as const, message: noVersion(number) }));
  if (issues.length > 0) throw invalidInput(issues);
  return versionsOf(ctx).differences(fromVersion, toVersion, { onLoad: () => work.add(workCosts.rateBookComparison) });
}

/**
 * The planned and available updates of the rate book, each with its number of changes. All accounts in the store share
 * these rate books.
 */
export async function describeRateUpdates(ctx: Context): Promise<RateUpdates> {
  authorize(ctx, 'tax:read');
  const updates = [];
  for (const update of await versionsOf(ctx).updates()) {
    const { changes, conflicts, others } = await changesIn(ctx, update.number).catch(unreadable);
    updates.push({
      ...update,
      changeCount: changes.length,
      places: countedByPlace(changes),
      conflicts: conflicts.slice(0, mostConflicts),
      conflictCount: conflicts.length,
      otherChanges: others.slice(0, mostConflicts),
      otherChangeCount: others.length,
    });
  }
  const check = await versionsOf(ctx).lastCheck();
  // Checks that no longer run, for example without RATES_URL, no longer count as failing.
  const hasCheckFailed =
    check !== null && check.failure !== null && check.checkedAt.getTime() > ctx.now().getTime() - dayMs;
  return { checkedAt: check?.checkedAt ?? null, hasCheckFailed, updates };
}

/** An update that this release cannot read does not hide other updates. */
function unreadable(error: unknown): Awaited<ReturnType<typeof changesIn>> {
  if (!(error instanceof AppError) || !['CONFLICT', 'NOT_FOUND'].includes(error.code)) throw error;
  return { changes: [], conflicts: [error.message], others: [] };
}

function countedByPlace(changes: readonly RateChange[]): RateUpdates['updates'][number]['places'] {
  const places = groupedBy(changes, ({ country, subdivision }) => placeCode(country, subdivision));
  return [...places.keys()].sort().map((place) => {
    const [country = '', state = null] = place.split('-');
    return { country, state, changeCount: places.get(place)!.length };
  });
}

/** Parts of a region, such as `GR-ISL-2026` and `GR-ISL-UNPLACED`, are counted as one. */
const placeCode = (country: string, subdivision: string | null) =>
  country === 'US' && subdivision !== null
    ? `US-${subdivision}`
    : (subdivision ?? country).split('-').slice(0, 2).join('-');

/**
 * The changes in a version that is not in force, except changes replaced by a ruling, with their conflicts. Refuses an
 * unknown version.
 */
export async function changesIn(ctx: Context, version: number) {
  const { work } = authorize(ctx, 'tax:read');
  await versionNumbered(ctx, version);
  const onLoad = () => work.add(workCosts.rateBookComparison);
  const { changes, ...others } = await versionsOf(ctx).changesIn(version, todayOf(ctx), { onLoad });
  return { changes: changes.flatMap((change) => ctx.reference.changeUnderRulings(change) ?? []), ...others };
}

/** The rate book for a change: the one in force, or the version that contains the change. */
export async function bookOf(ctx: Context, { inVersion }: RateChange): Promise<ReferenceData> {
  if (inVersion === undefined) return ctx.reference;
  const { work } = authorize(ctx, 'tax:read');
  const { version } = await versionNumbered(ctx, inVersion);
  const named = underRulingsOf(ctx.reference, version);
  const book = await versionsOf(ctx).open(named, { onLoad: () => work.add(workCosts.rateBookLoad) });
  if (book) return book;
  throw new AppError('NOT_FOUND', `This release cannot use version ${inVersion} of the rate book.`);
}

async function versionNumbered(ctx: Context, number: number): Promise<RateBookVersionFacts> {
  const found = (await versionsOf(ctx).list()).find((one) => one.number === number);
  if (found) return found;
  throw invalidField(['inVersion'], 'UNKNOWN_VALUE', noVersion(number));
}

const noVersion = (number: number) => `Version ${number} of the rate book was not found.`;

function versionsOf({ rateBookVersions }: Context) {
  if (!rateBookVersions) throw new Error('Only requests can query the versions of the rate book.');
  return rateBookVersions;
}
