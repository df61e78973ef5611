import { toDecimalText } from '../base/amount.ts';
import { citation, citationsIn } from '../base/citation.ts';
import { notice } from '../base/notice.ts';
import { enumeration, field, record } from '../base/record.ts';
import { pathOfDocuments } from '../liability/counted-documents.ts';
import type { DeclaredBasis } from './declared-basis.ts';
import { documentsOf } from './nexus-documents.ts';
import {
  currencySales,
  excludedSales,
  nexus,
  nexusFirstCollection,
  nexusPlace,
  nexusStatus,
  projectionOutcome,
} from './nexus-record.ts';
import type { NexusPeriod } from './nexus-sales.ts';
import type { CountedSales, NexusThreshold } from './nexus-threshold.ts';
import type { NexusTracker } from './nexus-tracker.ts';

const thresholdTests = enumeration('NexusTests', 'How the two tests of a threshold combine.', {
  EITHER: 'Either test is enough.',
  BOTH: 'Both tests are required.',
  SALES_ONLY: 'Only the amount of sales is tested.',
} satisfies Record<NexusThreshold['combine'], string>);

const measuringPeriod = enumeration('NexusMeasuringPeriod', 'The period in which sales count toward a threshold.', {
  CURRENT_OR_PRIOR_CALENDAR_YEAR:
    'The calendar year up to the requested day, or the previous calendar year. Each year is measured separately.',
  PRIOR_CALENDAR_YEAR: 'The calendar year before the year of the requested day.',
  PRIOR_12_MONTHS: 'The twelve months that end on the requested day.',
  PRIOR_4_QUARTERS: 'The four calendar quarters before the quarter of the requested day.',
  PRIOR_4_SALES_TAX_QUARTERS:
    'The four sales tax quarters before the quarter of the requested day. Sales tax quarters start in March, June, September and December.',
  TWELVE_MONTHS_ENDING_SEP_30: 'The twelve months that ended on the latest September 30.',
} satisfies Record<NexusThreshold['period'], string>);

const salesBasis = enumeration('NexusSalesBasis', 'Which sales count toward a threshold.', {
  GROSS: 'All sales.',
  RETAIL: 'Sales that are not for resale, so sales to customers of the type `RESELLER` are excluded.',
  TAXABLE: 'Taxable sales, so sales for resale and exempt lines are excluded.',
  CONSUMERS: 'Sales to consumers, so sales for resale and lines whose buyer accounts for the tax are excluded.',
} satisfies Record<CountedSales['basis'], string>);

const collectionBasis = enumeration(
  'CollectionBasis',
  'The declarations for a place on a day. With `collectionPolicy: WHERE_REGISTERED`, they decide whether tax is collected there.',
  {
    REGISTRATION: 'A registration is in force: a reason to collect.',
    ECONOMIC_NEXUS: 'Economic nexus is approved: a reason to collect.',
    PHYSICAL_NEXUS: 'Physical nexus is declared: a reason to collect.',
    NOTHING_DECLARED: 'Neither nexus nor a registration has been declared: no reason to collect.',
    NOT_YET: 'The declared periods begin later: no reason to collect yet.',
    ENDED: 'The declared periods have ended: no longer a reason to collect.',
  } satisfies Record<DeclaredBasis['kind'], string>,
);

const threshold = record(
  'NexusThreshold',
  'Economic nexus threshold of a US state, or registration threshold of a country for foreign sellers.',
  {
    salesAmount: field.derived(
      field.amount(
        'Sales amount without tax; 0 if the place has no threshold and the obligation starts with the first sale.',
        {
          unit: 'In the currency of the threshold.',
        },
      ),
      ({ salesAmount }: NexusThreshold) => toDecimalText(salesAmount),
    ),
    currency: field.currency('The currency of `salesAmount`.', { examples: ['USD', 'NOK'] }),
    transactionCount: field.optional(
      field.count('Number of invoices.'),
      'if the threshold does not depend on the number of invoices',
    ),
    combine: field.choice(thresholdTests, 'How the two tests combine.'),
    period: field.choice(measuringPeriod, 'The period in which sales count toward the threshold.'),
    countsMarketplaceSales: field.flag('Whether sales count if a marketplace collects their tax.'),
    countedSales: field.derived(
      field.optional(
        field.choice(salesBasis, 'Which sales count.'),
        'if the rate book does not specify which sales count; all sales are then added up',
      ),
      (one: NexusThreshold) => one.countedSales?.basis ?? null,
    ),
    validFrom: field.optional(field.day('First day on which the threshold is in force.'), 'if unknown'),
    validThrough: field.optional(field.day('Last day on which the threshold is in force.'), 'if open-ended'),
    sources: field.derived(
      field.list(citation, 2, 'Laws or publications that are the source of the threshold and of `countedSales`.'),
      ({ source, countedSales }: NexusThreshold) =>
        [...new Set([source, countedSales?.source])].flatMap((text) => [...citationsIn(text)]),
    ),
    otherConditions: field.optional(
      field.text('Further legal conditions that cannot be determined from stored documents.'),
      'without further conditions',
    ),
    uncertainty: field.optional(field.text('Uncertainties about the threshold.'), 'if nothing is uncertain'),
  },
);

export const nexusPeriod = record(
  'NexusPeriod',
  'Sales in a period, including the first and last day, compared with the threshold.',
  {
    from: field.day('First day.'),
    to: field.day('Last day, not later than the requested day.'),
    endsOn: field.day('Last day of the whole period; later than `to` while the period is running.'),
    currency: field.currency('The currency of `salesAmount`.'),
    salesAmount: field.amount(
      'Invoices minus refunds, each counted on its own date: after discounts, without tax and state delivery fees, including shipping. Cancelled documents do not count.',
      { unit: 'In the currency of the period.' },
    ),
    transactionCount: field.count(
      'Number of invoices with counted sales in all currencies, not reduced by refunds. An invoice with items in several regions counts once in their country; in the `EU`, once for all member states.',
    ),
    converted: field.list(
      currencySales,
      1,
      'Sales in other currencies that are part of `salesAmount`, at the stored exchange rate of each day.',
    ),
    notConverted: field.list(
      currencySales,
      1,
      'Sales in other currencies on days without a stored exchange rate. These sales are not included in `salesAmount`, but their invoices are counted.',
    ),
    excludedSales: field.list(
      excludedSales,
      2,
      'Sales that the state or country does not count, by currency and by the first reason that applies. Cancelled documents are not sales and are not listed.',
    ),
    salesShare: field.optional(
      field.fraction('Share of the threshold that `salesAmount` reached, rounded down.'),
      'without a threshold, or for a threshold of 0',
    ),
    transactionShare: field.optional(
      field.fraction('Share of the threshold that the number of invoices reached, rounded down.'),
      'if the threshold does not depend on the number of invoices',
    ),
    status: field.choice(nexusStatus, 'How the sales compare with the threshold.'),
    reachedOn: field.optional(
      field.day('First day on which sales since the start of the period reached the threshold.'),
      'if the threshold was not reached',
    ),
    countries: field.derived(
      field.list(
        field.country('ISO 3166-1 alpha-2 code; `EU` for sales that count toward the threshold of the EU.'),
        1,
        'Countries whose sales count, for the `countries` of `CountedDocumentsInput`. If `EU` is among them, only sales that count toward its threshold.',
        { only: 'GRAPHQL' },
      ),
      ({ place, countries }: NexusPeriod) => countries ?? [place.country],
    ),
    transactionsPath: field.derived(
      field.text('Path to the list of invoices and refunds behind the figures, in all currencies.', {
        only: 'REST',
        examples: ['/v1/transactions?counted=true&from=2026-01-01&to=2026-07-01&country=US&state=WI'],
      }),
      (period: NexusPeriod) => pathOfDocuments(documentsOf(period)),
    ),
  },
);

const projection = record(
  'NexusProjection',
  'Projection of the day on which the threshold is reached if sales continue as in the last 90 days.',
  {
    outcome: field.derived(
      field.choice(projectionOutcome, 'Why a day is projected, or why not.'),
      (tracker: NexusTracker) => tracker.projection.outcome,
    ),
    reachedOn: field.derived(
      field.optional(field.day('The projected day.'), 'unless the outcome is `PROJECTED`'),
      (tracker: NexusTracker) => tracker.projection.reachedOn,
    ),
    from: field.derived(
      field.day('First of the 90 days that end on the requested day.'),
      ({ pace }: NexusTracker) => pace.from,
    ),
    salesAmount: field.derived(
      field.amount('Counted sales in the 90 days.', { unit: 'In the currency of the periods.' }),
      ({ pace }: NexusTracker) => pace.salesAmount,
    ),
    transactionCount: field.derived(
      field.count('Counted invoices in the 90 days.'),
      ({ pace }: NexusTracker) => pace.transactionCount,
    ),
  },
  ({ runningPeriod }: NexusTracker) => runningPeriod.currency,
);

export const nexusTracker = record(
  'NexusTracker',
  'The seller’s declared nexus and sales in a US state, a country or a region, as of a given day.',
  {
    ...nexusPlace,
    name: field.text('The name of the state, region or country.'),
    asOf: field.day('Day of the status, such as 2026-07-01.'),
    isCollecting: field.flag(
      'Whether documents dated `asOf` include the tax of the place; always true with `collectionPolicy: EVERYWHERE`.',
    ),
    collectionExplanation: field.text(
      'Explanation of why tax is or is not collected, based on the setting `collectionPolicy` and the declarations.',
    ),
    collectionBasis: field.derived(
      field.choice(
        collectionBasis,
        'Declarations for the place, regardless of the setting `collectionPolicy`; see `isCollecting`.',
      ),
      (tracker: NexusTracker) => tracker.collectionBasis.kind,
    ),
    status: field.choice(
      nexusStatus,
      'The most advanced status among the deciding periods and the running period, which counts as at most `APPROACHING` until it decides.',
    ),
    reachedOn: field.optional(
      field.day('First day on which the threshold was reached in a deciding period.'),
      'if the threshold was not reached in a deciding period',
    ),
    declaration: field.optional(field.part(nexus, 'Declarations for the place.'), 'if nothing was ever declared'),
    threshold: field.optional(
      field.part(
        threshold,
        'The threshold of the state or country on the day of the status. Countries have a threshold only for foreign sellers.',
      ),
      'if not in the rate book',
    ),
    periods: field.list(
      nexusPeriod,
      2,
      'Sales in the periods that decide the status on the given day, latest first; without a threshold, in this calendar year and the previous year.',
    ),
    runningPeriod: field.part(
      nexusPeriod,
      'Sales in the period that contains the day of the status. If only past periods decide (the previous calendar year, four quarters), this period is the next to decide; otherwise it is one of `periods`.',
    ),
    projection: field.derived(
      field.part(projection, 'Projection of when sales reach the threshold at the pace of the last 90 days.'),
      (tracker: NexusTracker) => tracker,
    ),
    firstCollection: field.part(
      nexusFirstCollection,
      'First day on which tax must be collected under the state’s rule.',
    ),
    notices: field.list(
      notice,
      5,
      'Notices about an uncertain threshold, its further conditions (`NOT_TESTED`), and sales not included in any amount; `STILL_COUNTING` while figures are incomplete after an upgrade.',
    ),
  },
);
