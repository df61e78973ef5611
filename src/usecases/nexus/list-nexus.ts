import type { RecordFilter } from '../../domain/base/record-filter.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { matches, meets } from '../../domain/lists/matches.ts';
import { isSamePlace } from '../../domain/nexus/nexus.ts';
import type { NexusQuery } from '../../domain/nexus/nexus-query.ts';
import type { SalesQuestion } from '../../domain/nexus/nexus-sales.ts';
import {
  measuredPlace,
  type NexusTracker,
  paceQuestion,
  salesQuestions,
  trackNexus,
  type WatchedPlace,
} from '../../domain/nexus/nexus-tracker.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { currentSettings, dayAtHome } from '../account/account.ts';
import { startCounting } from '../liability/start-counting.ts';
import { measurePeriods, type SalesStores } from './measure-periods.ts';
import { collectionIn, watchedPlaces } from './nexus-places.ts';

/**
 * The nexus status of a tenant in every state, in each region with declarations, and in each country with declarations
 * or sales. Sales of all places are added up in one statement; a few more statements read settings, declarations, the
 * days on which thresholds were reached and, if needed, daily sales and exchange rates.
 */
export async function listNexus(ctx: Context, query: NexusQuery): Promise<NexusTracker[]> {
  const session = authorize(ctx, 'nexus:read');
  const { stores } = session;
  const { reference } = ctx;
  const [declarations, settings] = await Promise.all([stores.nexus.list(), currentSettings(session)]);
  const on = query.asOf ?? dayAtHome(settings, ctx);
  const { country, state, and }: RecordFilter<{ country: string; state: string }> = query;
  const home = settings.homeAddress.country;
  const places = watchedPlaces(reference, declarations, { on, home }).filter((place) =>
    matches(place, { country, state, and }),
  );
  session.work.add(workCosts.figures + workCosts.nexusPlace * places.length);
  const asked = questionsAt(places, on);
  const counting = await countingOf(stores, asked, { query, on });
  const salesAt = await salesOf({ exchangeRates: stores.exchangeRates, nexus: counting.nexus }, asked, on);
  const collecting = { reference, settings, declarations, on };
  const trackers = places.flatMap((place) => {
    const declaration = declarations.find((one) => isSamePlace(one, place)) ?? null;
    const sales = salesAt(place);
    if (!isShown({ ...sales, place, declaration }, query)) return [];
    const collection = collectionIn(place, collecting);
    return trackNexus({ place, declaration, collection, on, ...sales });
  });
  const missing = await counting.notices();
  const shown = trackers.filter((tracker) => meetsConditions(tracker, query));
  // An empty list has no entry to report missing figures, so all figures are computed first.
  if (missing.length > 0 && shown.length === 0) await stores.totals.complete();
  return shown.map((tracker) => ({ ...tracker, notices: [...missing, ...tracker.notices] }));
}

type Counted = { readonly query: NexusQuery; readonly on: string };

/**
 * Returns the figures counted so far. Waits for all figures if sales determine which places are listed, because missing
 * places could not be reported.
 */
async function countingOf({ totals, nexus }: TenantStores, asked: readonly AskedPlace[], { query, on }: Counted) {
  if (query.status || (query.only && query.only.eq !== 'DECLARED')) await totals.complete();
  const from = allQuestions(asked).reduce((first, one) => (one.from < first ? one.from : first), on);
  const { isWhole, notices } = await startCounting(totals, { from, to: on });
  return { notices, nexus: isWhole ? nexus : asFarAsCounted(nexus) };
}

const asFarAsCounted = (nexus: TenantStores['nexus']): SalesStores['nexus'] => ({
  addUpSales: (questions) => nexus.addUpCountedSales(questions),
  listDailySales: (questions) => nexus.listDailySales(questions),
  findReachedDays: (questions) => nexus.findReachedDays(questions),
});

type AskedPlace = {
  readonly place: WatchedPlace;
  readonly questions: readonly SalesQuestion[];
  readonly pace: SalesQuestion;
};

const questionsAt = (places: readonly WatchedPlace[], on: string): AskedPlace[] =>
  places.map((place) => ({ place, questions: salesQuestions(place, on), pace: paceQuestion(place, on) }));

const allQuestions = (asked: readonly AskedPlace[]) => asked.flatMap(({ questions, pace }) => [...questions, pace]);

/** The measuring periods of all places, with the days on which thresholds were reached, and recent sales. */
async function salesOf(stores: SalesStores, asked: readonly AskedPlace[], on: string) {
  const answers = (await measurePeriods(stores, allQuestions(asked))).values();
  const next = () => answers.next().value!;
  const found = new Map(
    asked.map(({ place, questions }) => {
      const measured = measuredPlace(place, on, questions.map(next));
      return [place, { ...measured, pace: next() }];
    }),
  );
  return (place: WatchedPlace) => found.get(place)!;
}

type Measured = Pick<NexusTracker, 'periods' | 'runningPeriod' | 'declaration'> & { readonly place: WatchedPlace };

/**
 * Places outside the US are shown only if they have declarations or sales, or if the filter names their country and it
 * has a threshold.
 */
function isShown({ place, declaration, periods, runningPeriod }: Measured, { country: named }: NexusQuery): boolean {
  const { country, threshold } = place;
  if (country === 'US' || declaration !== null) return true;
  const isNamed = named?.eq === country || named?.in?.includes(country) === true;
  return (isNamed && threshold !== null) || [...periods, runningPeriod].some(({ sales }) => sales.length > 0);
}

function meetsConditions(
  { status: own, declaration }: NexusTracker,
  { status, isDeclared, only }: NexusQuery,
): boolean {
  const hasDeclaration = declaration !== null;
  return (
    meets(own, status) &&
    (isDeclared?.eq == null || isDeclared.eq === hasDeclaration) &&
    ((hasDeclaration && meets('DECLARED', only)) || meets(own, only))
  );
}
