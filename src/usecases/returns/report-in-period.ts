import { isDeepStrictEqual } from 'node:util';
import type { TenantSettings } from '../../domain/account/tenant.ts';
import {
  type ClosedPeriod,
  closedOn,
  firstOpenDay,
  isReported,
  keptPeriod,
  lateDocument,
  reportedLate,
} from '../../domain/returns/closed-period.ts';
import { filingPeriodOf, frequencyOn } from '../../domain/returns/filing-calendar.ts';
import { taxedPlaces } from '../../domain/transactions/snapshot-places.ts';
import type { Reporting } from '../../domain/transactions/transaction-enums.ts';
import type { Session } from '../../ports/context.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';
import type { StoredTransaction } from '../../ports/stores/transaction-store.ts';
import { type PlaceOfReturnsFacts, placesOfReturns, returnsWithout } from './places-of-returns.ts';

type PeriodFacts = {
  readonly reference: PlaceOfReturnsFacts['reference'] & Pick<ReferenceData, 'dueDays'>;
  readonly settings: TenantSettings;
  readonly closed: readonly ClosedPeriod[];
  readonly reporting?: Reporting | null | undefined;
};

/**
 * Assigns the document to its reporting period: the period of its tax date or, if that period is already filed for any
 * place that taxes its lines, the next open period. Unless `OWN_PERIOD` is requested, a document that is already
 * reported remains in its period while its tax date and place do not change. With `OWN_PERIOD`, or if the account
 * refuses late documents, throws `PERIOD_CLOSED` instead of using the next open period.
 */
export async function reportInPeriod(
  { stores }: Pick<Session, 'stores'>,
  { reference, settings, closed, reporting }: PeriodFacts,
  written: StoredTransaction,
  before: StoredTransaction | null = null,
): Promise<StoredTransaction> {
  const { transaction, snapshot } = written;
  const isOwn = reporting === 'OWN_PERIOD';
  const facts = { reference, stores, settings };
  const places = await placesOfReturns(facts, written, closed, transaction.taxDate);
  if (before && !isOwn && transaction.taxDate === before.transaction.taxDate && isReported(before.transaction)) {
    const placesBefore = await placesOfReturns(facts, before, closed, transaction.taxDate);
    if (isDeepStrictEqual(places, placesBefore)) {
      return { ...written, transaction: keptPeriod(transaction, before.transaction) };
    }
  }
  const filed = isReported(transaction) ? closedOn(closed, places, transaction.taxDate) : null;
  if (!filed) {
    const onTime = { ...written, transaction: keptPeriod(transaction, null) };
    if (!closedOn(closed, taxedPlaces(snapshot), transaction.taxDate)) return onTime;
    return { ...onTime, notInReturns: await returnsWithout(facts, [onTime], closed) };
  }
  if (isOwn || settings.latePolicy === 'REFUSE') throw lateDocument(filed, transaction);
  const fromNow = { from: transaction.taxDate, to: '9999-12-31' };
  const [declaration, ...later] = await Promise.all([
    stores.nexus.find({ country: snapshot.country, state: snapshot.subdivision }),
    ...places.map(({ country, subdivision }) => stores.returns.findClosed({ country, state: subdivision, ...fromNow })),
  ]);
  const day = firstOpenDay(later.flat(), places, transaction.taxDate);
  const law = reference.dueDays({ country: snapshot.country, state: snapshot.subdivision });
  const period = filingPeriodOf(frequencyOn(declaration, day), day, law);
  return { ...written, transaction: reportedLate(transaction, filed, { from: day, to: period.to }) };
}
