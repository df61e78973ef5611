import { z } from 'zod';
import {
  liabilityLabels,
  liabilityMeasures,
  reportingDescription,
} from '../../domain/liability/liability-descriptions.ts';
import { transactionTypes } from '../../domain/transactions/transaction.ts';
import { jurisdictionLevels } from '../../tax/model/place.ts';
import { taxReasons } from '../../tax/model/reasons.ts';
import { amount, choice, count, day, list, named, notices, rate, text } from '../http/members.ts';

const inCurrency = 'In the currency of the row.';
const money = (name: keyof typeof liabilityMeasures) => amount(liabilityMeasures[name], inCurrency);
const unless = (label: string) => `${label} Absent unless rows are grouped by it, or if the documents have none.`;

const inReports = (name: keyof typeof liabilityMeasures) =>
  amount(liabilityMeasures[name], 'In the reporting currency.');
const converted = {
  grossSalesAmount: inReports('grossSalesAmount'),
  taxableAmount: inReports('taxableAmount'),
  exemptAmount: inReports('exemptAmount'),
  nonTaxableAmount: inReports('nonTaxableAmount'),
  uncollectedAmount: inReports('uncollectedAmount'),
  taxAmount: inReports('taxAmount'),
  feeAmount: inReports('feeAmount').optional(),
  marketplaceSalesAmount: inReports('marketplaceSalesAmount'),
  refundsAmount: inReports('refundsAmount'),
};

export const liabilityRowResponse = named('LiabilityRow', 'What is owed for one group in one currency.', {
  country: text(unless(liabilityLabels.country), ['US']).optional(),
  state: text(unless(liabilityLabels.state), ['MN']).optional(),
  jurisdiction: z
    .object({
      id: text('Id in the rate book.', ['MN-C053']),
      level: choice(jurisdictionLevels, 'Kind of jurisdiction.'),
      name: text('Name.', ['Hennepin County']),
    })
    .meta({ description: unless(liabilityLabels.jurisdiction) })
    .optional(),
  taxCode: text(unless(liabilityLabels.taxCode), ['C1S1']).optional(),
  reason: choice(taxReasons, unless(liabilityLabels.reason)).optional(),
  rate: rate(unless(liabilityLabels.rate)).optional(),
  transactionType: choice(transactionTypes, unless(liabilityLabels.transactionType)).optional(),
  subsidiary: text(unless(liabilityLabels.subsidiary)).optional(),
  month: text(unless(liabilityLabels.month), ['2026-07']).optional(),
  currency: text('ISO 4217 code of the currency of all amounts of the row.', ['USD']),
  grossSalesAmount: money('grossSalesAmount'),
  taxableAmount: money('taxableAmount'),
  exemptAmount: money('exemptAmount'),
  exemptAmounts: list(
    z.object({ reason: choice(taxReasons, 'Why it is not taxed.'), amount: amount('The amount.', inCurrency) }),
    'The exempt amount by reason.',
  ),
  nonTaxableAmount: money('nonTaxableAmount'),
  uncollectedAmount: money('uncollectedAmount'),
  taxAmount: money('taxAmount'),
  feeAmount: money('feeAmount').optional(),
  marketplaceSalesAmount: money('marketplaceSalesAmount'),
  refundsAmount: money('refundsAmount'),
  documentCount: count(liabilityMeasures.documentCount),
  reporting: z
    .object({
      currency: text('ISO 4217 code of the reporting currency.', ['EUR']),
      ...converted,
    })
    .meta({ description: `${reportingDescription} Absent otherwise.` })
    .optional(),
});

export const liabilityResponse = named('Liability', 'What is owed in a period.', {
  from: day('First day of the period.'),
  to: day('Last day of the period.'),
  rows: list(liabilityRowResponse, 'One row for each group and currency, in the order of the groups.'),
  notices: notices('Remarks on the report, such as EXCHANGE_RATE_MISSING.'),
});
