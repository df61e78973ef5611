import { toDecimalText } from '../../domain/base/amount.ts';
import type { CountedSales, NexusThreshold } from '../../domain/nexus/nexus-threshold.ts';
import { builder } from '../base/builder.ts';
import { describedEnum } from '../base/described-enum.ts';
import { validityFields } from '../base/validity.ts';

const NexusTestsEnum = describedEnum('NexusTests', 'How the two tests of a threshold combine.', {
  OR: 'Either is enough.',
  AND: 'Both are required.',
  SALES_ONLY: 'Only the amount of sales is tested.',
} satisfies Record<NexusThreshold['combine'], string>);

const MeasuringPeriodEnum = describedEnum('MeasuringPeriod', 'The period in which sales count towards a threshold.', {
  CURRENT_OR_PRIOR_CALENDAR_YEAR:
    'The calendar year up to the requested day, or the one before. Each is measured separately.',
  PRIOR_CALENDAR_YEAR: 'The calendar year before that of the requested day.',
  PRIOR_12_MONTHS: 'The twelve months that end on the requested day.',
  PRIOR_4_QUARTERS: 'The four calendar quarters before that of the requested day.',
  PRIOR_4_SALES_TAX_QUARTERS:
    'The four sales-tax quarters before that of the requested day; they start in March, June, September and December.',
  TWELVE_MONTHS_ENDING_SEP_30: 'The twelve months that ended on the latest 30 September.',
} satisfies Record<NexusThreshold['period'], string>);

const SalesBasisEnum = describedEnum('NexusSalesBasis', 'Which sales count towards a threshold.', {
  GROSS: 'All sales.',
  RETAIL: 'Sales that are not for resale: those to customers of the type `RESELLER` are left out.',
  TAXABLE: 'Taxable sales: those for resale and exempt lines are left out.',
  CONSUMERS: 'Sales to consumers: those for resale, and lines whose buyer accounts for the tax, are left out.',
} satisfies Record<CountedSales['basis'], string>);

export const NexusThresholdRef = builder.objectRef<NexusThreshold>('NexusThreshold').implement({
  description:
    'The sales from which a US state requires a seller without a physical presence to collect tax, or a country a seller from abroad.',
  fields: (t) => ({
    salesAmount: t.field({
      type: 'Decimal',
      description: 'Amount of sales, without tax; 0 where there is no threshold and the first sale is enough.',
      resolve: ({ salesAmount }) => toDecimalText(salesAmount),
    }),
    currency: t.expose('currency', { type: 'CurrencyCode', description: 'The currency of `salesAmount`.' }),
    transactionCount: t.exposeInt('transactionCount', {
      nullable: true,
      description: 'Number of invoices; null if they are not tested.',
    }),
    combine: t.expose('combine', { type: NexusTestsEnum, description: 'How the two tests combine.' }),
    period: t.expose('period', {
      type: MeasuringPeriodEnum,
      description: 'The period in which sales count towards the threshold.',
    }),
    countsMarketplaceSales: t.exposeBoolean('countsMarketplaceSales', {
      description: 'Whether sales to customers of the type `MARKETPLACE` count.',
    }),
    countedSales: t.field({
      type: SalesBasisEnum,
      nullable: true,
      description: 'Which sales count; null if the rate book does not say, and all are added up.',
      resolve: ({ countedSales }) => countedSales?.basis ?? null,
    }),
    countedSalesSource: t.string({
      nullable: true,
      description: 'Where `countedSales` was read.',
      resolve: ({ countedSales }) => countedSales?.source ?? null,
    }),
    ...validityFields((day) => t.field(day), {
      daysOf: (days: NexusThreshold) => days,
      validFrom: 'First day on which the threshold is in force, such as `2026-01-01`; null if it is not known.',
      validThrough: 'Last day on which the threshold is in force; null if there is none.',
    }),
    source: t.exposeString('source', { description: 'The law or publication that the threshold was read from.' }),
    otherConditions: t.exposeString('otherConditions', {
      nullable: true,
      description: 'Further conditions of the law that stored documents cannot show; null for nothing.',
    }),
    uncertainty: t.exposeString('uncertainty', { nullable: true, description: 'What the sources disagree about.' }),
  }),
});
