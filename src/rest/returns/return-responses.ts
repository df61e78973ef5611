import { z } from 'zod';
import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { filingFrequencies } from '../../domain/nexus/filing-frequency.ts';
import { type Return, type ReturnFigures, returnStatuses } from '../../domain/returns/return.ts';
import {
  appliedRateMembers,
  dueMembers,
  figuresMembers,
  filingMembers,
  returnMembers,
} from '../../domain/returns/return-descriptions.ts';
import type { DueReturn } from '../../usecases/returns/list-due-returns.ts';
import type { ShownFigures } from '../../usecases/returns/return-figures.ts';
import { internalTimestampsJson, number, shown, shownNumber } from '../http/json.ts';
import {
  amount,
  count,
  day,
  instant,
  internalTimestampsResponse,
  inWords,
  list,
  named,
  notices,
  text,
  uuid,
} from '../http/members.ts';
import { liabilityRowJson } from '../liability/liability-json.ts';
import { liabilityRowResponse } from '../liability/liability-responses.ts';

const filingResponse = named('ReturnFiling', 'One filing of a return. It never changes.', {
  number: count(filingMembers.number),
  filedAt: instant(filingMembers.filedAt),
  filedBy: text(filingMembers.filedBy).optional(),
  referenceNumber: text(filingMembers.referenceNumber).optional(),
  amountPaid: amount(filingMembers.amountPaid, 'In paidCurrency.').optional(),
  paidCurrency: text(filingMembers.paidCurrency, ['USD']).optional(),
  documentCount: count(filingMembers.documentCount),
});

const appliedRateResponse = named('AppliedExchangeRate', 'The rate of what a day reports in a currency.', {
  fromCurrency: text(appliedRateMembers.fromCurrency, ['USD']),
  toCurrency: text(appliedRateMembers.toCurrency, ['EUR']),
  reportedOn: day(appliedRateMembers.reportedOn),
  rate: z.number().meta({ description: `${appliedRateMembers.rate} An exact decimal.` }),
  on: day(appliedRateMembers.on),
  source: text(appliedRateMembers.source, ['ECB']),
});

const figuresResponse = named('ReturnFigures', 'The figures of a return. Refunds are subtracted.', {
  totals: list(liabilityRowResponse, figuresMembers.totals),
  jurisdictions: list(liabilityRowResponse, figuresMembers.jurisdictions),
  exchangeRates: list(appliedRateResponse, figuresMembers.exchangeRates),
  notices: notices(figuresMembers.notices),
});

const members = {
  serviceId: uuid('Id that this service assigned to the return; absent if it was never filed.').optional(),
  country: text(returnMembers.country, ['US']),
  state: text(returnMembers.state, ['MN']).optional(),
  from: day(returnMembers.from),
  to: day(returnMembers.to),
  status: z.enum(Object.keys(returnStatuses)).meta({ description: inWords(returnStatuses) }),
  reopenedBecause: text(returnMembers.reopenedBecause).optional(),
  filings: list(filingResponse, returnMembers.filings),
  transactionsPath: text('Path of the list of its documents.'),
  internalTimestamps: internalTimestampsResponse.optional(),
  version: count(`${returnMembers.version} 0 if it was never filed.`),
};

export const returnResponse = named('Return', 'A return of a place and period.', members);

export const returnWithFiguresResponse = named(
  'ReturnWithFigures',
  'A return of a place and period, with its figures.',
  {
    ...members,
    figures: figuresResponse.meta({ description: returnMembers.figures }),
    difference: figuresResponse.meta({ description: returnMembers.difference }).optional(),
  },
);

export const dueReturnResponse = named('DueReturn', 'A return that a registration calls for, and when it is due.', {
  dueOn: day(dueMembers.dueOn).optional(),
  frequency: z.enum(Object.keys(filingFrequencies)).meta({ description: inWords(filingFrequencies) }),
  source: text(dueMembers.source).optional(),
  return: returnResponse.meta({ description: dueMembers.return }),
});

export function dueReturnJson({ dueOn, frequency, source, return: due }: DueReturn) {
  return { dueOn: shown(dueOn), frequency, source: shown(source), return: returnJson(due) };
}

export function returnJson(one: Return) {
  const { stored, country, state, fromOn, toOn, status, filings } = one;
  return {
    serviceId: stored?.serviceId,
    country,
    state: shown(state),
    from: fromOn,
    to: toOn,
    status,
    reopenedBecause: shown(one.reopenedBecause),
    filings: filings.map((filing) => ({
      number: filing.number,
      filedAt: filing.filedAt.toISOString(),
      filedBy: shown(filing.filedBy),
      referenceNumber: shown(filing.referenceNumber),
      amountPaid: shownNumber(filing.amountPaid),
      paidCurrency: shown(filing.paidCurrency),
      documentCount: filing.documentCount,
    })),
    transactionsPath: transactionsPath(one),
    internalTimestamps: stored ? internalTimestampsJson(stored.internalTimestamps) : undefined,
    version: stored?.version ?? 0,
  };
}

export function returnWithFiguresJson(one: Return, { figures, difference }: ShownFigures) {
  return {
    ...returnJson(one),
    figures: figuresJson(figures),
    difference: difference ? figuresJson(difference) : undefined,
  };
}

function figuresJson({ totals, jurisdictions, exchangeRates = [], notices: remarks = [] }: ReturnFigures) {
  return {
    totals: totals.map(liabilityRowJson),
    jurisdictions: jurisdictions.map(liabilityRowJson),
    exchangeRates: exchangeRates.map((one) => ({ ...one, rate: number(one.rate) })),
    notices: remarks,
  };
}

function transactionsPath({ country, state, fromOn, toOn }: ReportPeriod & Pick<Return, 'country' | 'state'>): string {
  const query = new URLSearchParams({ counted: 'true', from: fromOn, to: toOn, country });
  if (state !== null) query.set('state', state);
  return `/v1/transactions?${query}`;
}
