import { declaredBasisAt, isBasisToCollect } from '../../../domain/nexus/declared-basis.ts';
import { firstCollection } from '../../../domain/nexus/first-collection.ts';
import {
  aheadSentence,
  isReachedAhead,
  measuredPlace,
  reachedText,
  salesQuestions,
  type WatchedPlace,
} from '../../../domain/nexus/nexus-tracker.ts';
import { isInOneStopShop } from '../../../domain/nexus/one-stop-shop.ts';
import { needsDeclarations } from '../../../domain/nexus/tax-collection.ts';
import { euCode } from '../../../domain/places/eu-code.ts';
import { taxedPlaces } from '../../../domain/transactions/snapshot-places.ts';
import type { DocumentCalculation } from '../../../domain/transactions/transaction-snapshot.ts';
import type { TenantStores } from '../../../ports/stores.ts';
import type { Notice } from '../../../tax/model/assessment.ts';
import { measurePeriods } from '../../nexus/measure-periods.ts';
import { remoteSellerIn, watchedPlaces } from '../../nexus/nexus-places.ts';
import type { AssessmentRequest } from '../request/assessment-request.ts';

/**
 * If the account enables these notices, adds a notice to the invoice for each place where stored sales have reached a
 * threshold but nothing is declared. Reads the totals of these places. Declarations are read only if a threshold was
 * reached and the calculation did not load them.
 */
export async function withCrossingNotices(
  stores: Pick<TenantStores, 'nexus' | 'exchangeRates'>,
  request: AssessmentRequest,
  calculation: DocumentCalculation,
): Promise<DocumentCalculation> {
  const { settings, input } = request;
  if (!settings.nexusNotices || input.transactionType !== 'INVOICE') return calculation;
  const { document } = calculation;
  const on = document.taxDate;
  const places = placesWithThreshold(request, calculation).filter((place) => !isDeclared(place, request, on));
  const asked = places.flatMap((place) => salesQuestions(place, on).map((question) => ({ place, question })));
  if (asked.length === 0) return calculation;
  const periods = await measurePeriods(
    stores,
    asked.map(({ question }) => question),
  );
  const crossed = places.flatMap((place) => {
    const measured = measuredPlace(
      place,
      on,
      periods.filter((_, index) => asked[index]!.place === place),
    );
    const reached = measured.periods.find(({ status }) => status === 'REACHED');
    if (reached) return [{ place, says: `${place.name}: ${reachedText(place.threshold!, reached)}` }];
    if (!isReachedAhead(measured)) return [];
    const { collectFrom } = firstCollection(place.threshold, measured);
    return [{ place, says: aheadSentence(place, measured.runningPeriod, collectFrom) }];
  });
  if (crossed.length === 0) return calculation;
  const declarations = needsDeclarations(settings) ? request.declarations : await stores.nexus.list();
  const notices = crossed
    .filter(({ place }) => !isDeclared(place, { ...request, declarations }, on))
    .map(({ says }) => crossingNotice(says));
  return { ...calculation, document: { ...document, notices: [...document.notices, ...notices] } };
}

/** The states and countries of the lines that have a threshold, and the EU if the lines count toward its threshold. */
function placesWithThreshold(
  { reference, settings }: AssessmentRequest,
  { document: { taxDate: on }, snapshot }: DocumentCalculation,
): WatchedPlace[] {
  const taxed = taxedPlaces(snapshot);
  const watched = watchedPlaces(reference, [], { on, home: settings.homeAddress.country });
  return watched.filter((place) => {
    const isOfDocument = taxed.some(
      ({ country, subdivision }) =>
        place.countries?.includes(country) ||
        (place.country === country && (place.state === null || place.state === subdivision)),
    );
    return isOfDocument && place.threshold !== null;
  });
}

function isDeclared(
  place: WatchedPlace,
  { reference, settings, declarations }: AssessmentRequest,
  on: string,
): boolean {
  const isInEu = place.country === euCode || reference.countryFacts(place.country)?.isInEu === true;
  const isFromUnion = reference.countryFacts(settings.homeAddress.country)?.isInEu === true;
  const isShared = isInEu && isInOneStopShop(on, { declarations, oneStopShop: settings.oneStopShop, isFromUnion });
  const isRemoteSeller = remoteSellerIn(place, { reference, settings, on }) !== null;
  return isShared || isRemoteSeller || isBasisToCollect(declaredBasisAt(declarations, place, on));
}

function crossingNotice(says: string): Notice {
  const message = `${says}, but neither nexus nor a registration is declared. See the nexus of the place for the figures and the rule.`;
  return { code: 'NEXUS_THRESHOLD_REACHED', pointer: '/shippingAddress', message };
}
