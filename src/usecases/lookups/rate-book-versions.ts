import { invalidInput } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import type {
  RateBookDifference,
  RateBookDifferencesInput,
  RateBookVersionFacts,
} from '../../domain/lookups/rate-book-versions.ts';
import { authorize, type Context } from '../../ports/context.ts';

/** The versions of the rate book that are kept, newest first. */
export async function listRateBookVersions(ctx: Context): Promise<readonly RateBookVersionFacts[]> {
  authorize(ctx, 'tax:read');
  return versionsOf(ctx).list();
}

/** What differs between two versions of the rate book. */
export async function compareRateBooks(
  ctx: Context,
  { fromVersion, toVersion }: RateBookDifferencesInput,
): Promise<readonly RateBookDifference[]> {
  const { work } = authorize(ctx, 'tax:read');
  const known = new Set((await versionsOf(ctx).list()).map(({ number }) => number));
  const issues = Object.entries({ fromVersion, toVersion })
    .filter(([, number]) => !known.has(number))
    .map(([name, number]) => {
      const message = `There is no version ${number} of the rate book.`;
      return { path: [name], code: 'UNKNOWN_VALUE' as const, message };
    });
  if (issues.length > 0) throw invalidInput(issues);
  work.add(workCosts.rateBookComparison);
  return versionsOf(ctx).differences(fromVersion, toVersion);
}

function versionsOf({ rateBookVersions }: Context) {
  if (!rateBookVersions) throw new Error('Only requests can ask for the versions of the rate book.');
  return rateBookVersions;
}
