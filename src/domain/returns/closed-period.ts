import { addDays } from '../base/calendar.ts';
import { AppError } from '../base/errors.ts';
import type { ReportPeriod } from '../base/report-period.ts';
import type { TaxedPlace } from '../transactions/snapshot-places.ts';
import { taxDatePath } from '../transactions/tax-date.ts';
import type { Transaction } from '../transactions/transaction.ts';
import { countedTypes } from '../transactions/transaction-enums.ts';
import { describeReturn } from './return.ts';
import type { TaxReturnKey } from './return-record.ts';

/** The period of a return that has been filed, or is being filed or reopened. */
export type ClosedPeriod = TaxReturnKey & { readonly returnId: string };

/** The closed period that covers the day in one of the places. A return for a whole country covers its states. */
export function closedOn(
  closed: readonly ClosedPeriod[],
  places: readonly TaxedPlace[],
  day: string,
): ClosedPeriod | null {
  return closed.find((period) => covers(period, places, day)) ?? null;
}

export function covers(
  { country, state, from, to }: ClosedPeriod,
  places: readonly TaxedPlace[],
  day: string,
): boolean {
  if (day < from || to < day) return false;
  return places.some((place) => country === place.country && (state === null || state === place.subdivision));
}

/** The first day, on or after `day`, that no closed period covers in any of the places. */
export function firstOpenDay(closed: readonly ClosedPeriod[], places: readonly TaxedPlace[], day: string): string {
  let open = day;
  for (let period = closedOn(closed, places, open); period; period = closedOn(closed, places, open)) {
    open = addDays(period.to, 1);
  }
  return open;
}

/** Whether a document counts toward liability. */
export function isReported({ transactionType, transactionStatus }: Transaction): boolean {
  return transactionStatus !== 'CANCELLED' && countedTypes.some((counted) => counted === transactionType);
}

const notice = 'REPORTED_LATE';

/**
 * Keeps the document in the same reporting period as `before`. If `before` is null or has no reporting period, the
 * document belongs to the period of its tax date.
 */
export function keptPeriod(transaction: Transaction, before: Transaction | null): Transaction {
  const period = before?.reportingPeriod;
  if (transaction.reportingPeriod === undefined && period === undefined) return transaction;
  const { reportingPeriod: _, ...others } = transaction;
  const notices = others.notices.filter(({ code }) => code !== notice);
  if (period === undefined) return { ...others, notices };
  const kept = before?.notices.filter(({ code }) => code === notice) ?? [];
  return { ...others, reportingPeriod: period, notices: [...notices, ...kept] };
}

/** Moves the document to a later reporting period, because the return for its tax date is filed. */
export function reportedLate(transaction: Transaction, closed: ClosedPeriod, period: ReportPeriod): Transaction {
  const message = `The return for the tax date is filed (${describeReturn(closed)}): the document is reported in the period from ${period.from} to ${period.to}.`;
  const others = transaction.notices.filter(({ code }) => code !== notice);
  return {
    ...transaction,
    reportingPeriod: { from: period.from, to: period.to },
    notices: [...others, { code: notice, pointer: `/${taxDatePath(transaction).join('/')}`, message }],
  };
}

/** The error for a document that would enter a filed period, if the account refuses late documents. */
export function lateDocument(closed: ClosedPeriod, transaction: Transaction): AppError {
  const message = `The return for the tax date is filed (${describeReturn(closed)}): reopen it, or change the date.`;
  return periodClosed(closed, message, taxDatePath(transaction));
}

/** The error for a change to a document whose figures are part of a return. */
export function filedDocument(closed: ClosedPeriod): AppError {
  const message = `The document is part of a return (${describeReturn(closed)}): reopen the return before changing it.`;
  return periodClosed(closed, message, ['transactionFilingStatus']);
}

/** The error for documents in a filed return: a single document cannot leave a return. */
export function filedPeriod(closed: ClosedPeriod): AppError {
  const message = `The documents are part of a return (${describeReturn(closed)}): reopen the return.`;
  return periodClosed(closed, message, ['from']);
}

function periodClosed(closed: ClosedPeriod, message: string, path: readonly string[]): AppError {
  return new AppError('PERIOD_CLOSED', message, {
    issues: [{ path, code: 'PERIOD_CLOSED', message, returnId: closed.returnId }],
  });
}
