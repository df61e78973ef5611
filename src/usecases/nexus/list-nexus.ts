import { dayOf } from '../../domain/base/calendar.ts';
import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import { isSamePlace } from '../../domain/nexus/nexus.ts';
import type { NexusInterest, NexusQuery } from '../../domain/nexus/nexus-query.ts';
import { type NexusPeriod, nexusPeriod, reachedDay, type SalesQuestion } from '../../domain/nexus/nexus-sales.ts';
import {
  type NexusTracker,
  nexusTracker,
  paceQuestion,
  salesQuestions,
  type WatchedPlace,
} from '../../domain/nexus/nexus-tracker.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { TenantStores } from '../../ports/stores.ts';
import { currentSettings } from '../account/current-settings.ts';
import { collectionIn, watchedPlaces } from './nexus-places.ts';

/**
 * The nexus status of a tenant in every state, and in each country that it has declarations for or sold to. Reads the
 * settings and declarations, and adds up all documents in three statements.
 */
export async function listNexus(ctx: Context, query: NexusQuery): Promise<NexusTracker[]> {
  const session = authorize(ctx, 'nexus:read');
  const { stores } = session;
  const { reference } = ctx;
  const on = query.on ?? dayOf(ctx.now());
  const isAsked = askedFor(query, reference);
  const [declarations, settings] = await Promise.all([stores.nexus.list(), currentSettings(session)]);
  const places = watchedPlaces(reference, declarations, on).filter(isAsked);
  const salesAt = await salesOf(stores.nexus, places, on);
  const collecting = { reference, settings, declarations, on };
  const trackers = places.map((place) => {
    const declaration = declarations.find((one) => isSamePlace(one, place)) ?? null;
    const collection = collectionIn(place, collecting);
    return nexusTracker({ place, declaration, collection, on, ...salesAt(place) });
  });
  return trackers.filter((tracker) => isOfInterest(tracker, query.only ?? []));
}

type Asked = { readonly place: WatchedPlace; readonly question: SalesQuestion };

/** The measuring periods of all places, with the days on which thresholds were reached, and the sales of late. */
async function salesOf(nexus: TenantStores['nexus'], places: readonly WatchedPlace[], on: string) {
  const asked = places.flatMap((place) => salesQuestions(place, on).map((question): Asked => ({ place, question })));
  const paces = places.map((place) => paceQuestion(place, on));
  const sales = await nexus.addUpSales([...asked.map(({ question }) => question), ...paces]);
  const measured = asked.map((one, index) => ({ ...one, period: nexusPeriod(one.question, sales[index]!) }));
  const reached = measured.filter(({ period }) => period.status === 'REACHED');
  const days = await nexus.findReachedDays(reached.map(({ question }) => question));
  const dayOfReached = new Map(reached.map((one, index) => [one, reachedDay(one.question, days[index]!)]));
  const periods = new Map<WatchedPlace, NexusPeriod[]>();
  for (const one of measured) {
    const period = { ...one.period, reachedOn: dayOfReached.get(one) ?? null };
    periods.set(one.place, [...(periods.get(one.place) ?? []), period]);
  }
  const pacesOf = new Map(paces.map((pace, index) => [places[index], nexusPeriod(pace, sales[asked.length + index]!)]));
  return (place: WatchedPlace) => ({ periods: periods.get(place) ?? [], pace: pacesOf.get(place)! });
}

function isOfInterest(tracker: NexusTracker, only: readonly NexusInterest[] = []): boolean {
  const { country, version, periods, status } = tracker;
  if (only.length > 0) {
    return only.some((interest) => (interest === 'DECLARED' ? version !== null : status === interest));
  }
  const isSoldTo = periods.some(({ sales }) => sales.length > 0);
  return country === 'US' || version !== null || isSoldTo;
}

/** Refuses unknown names: an empty list would suggest that the seller has no obligations there. */
function askedFor({ state, country }: NexusQuery, reference: ReferenceData): (place: WatchedPlace) => boolean {
  const stateCode = state === null ? null : (reference.findState(state)?.code ?? null);
  const countryCode = country === null ? null : reference.findCountry(country);
  const unknown = (field: 'state' | 'country', given: string): Issue => ({
    path: [field],
    code: 'UNKNOWN_VALUE',
    message: `${JSON.stringify(given)} is not a known ${field === 'state' ? 'US state' : 'country'}.`,
  });
  const issues = [
    ...(state !== null && stateCode === null ? [unknown('state', state)] : []),
    ...(country !== null && countryCode === null ? [unknown('country', country)] : []),
  ];
  if (issues.length > 0) throw invalidInput(issues);
  return (place) =>
    (stateCode === null || (place.country === 'US' && place.state === stateCode)) &&
    (countryCode === null || place.country === countryCode);
}
