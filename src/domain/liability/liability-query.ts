import { z } from 'zod';
import { absentAsNull, boundedText } from '../base/fields.ts';
import { type ReportPeriod, reportPeriodFields } from '../base/report-period.ts';

/** What liability can be grouped by, besides the currency, with the description of each. */
export const liabilityGroups = {
  COUNTRY: 'The country that taxes the sale.',
  STATE: 'The US state or region that taxes the sale.',
  JURISDICTION: 'Each state, county, city, district, country or region. A sale counts in each that it was assessed in.',
  TAX_CODE: 'The tax code of the lines.',
  REASON: 'Why the lines are taxed or not.',
  RATE: 'The rate of the lines: of all jurisdictions together or, by JURISDICTION, of each. Zero for what bears none.',
  TRANSACTION_TYPE: 'Invoices and refunds: `transactionType` of the documents.',
  CURRENCY: 'The currency. Amounts in different currencies are never added up, so this changes nothing.',
  SUBSIDIARY: 'The subsidiary of the documents.',
  MONTH: 'The calendar month.',
} as const;

export type LiabilityGroup = keyof typeof liabilityGroups;
export const liabilityGroupNames = Object.keys(liabilityGroups) as [LiabilityGroup, ...LiabilityGroup[]];

const place = (max: number) => absentAsNull(boundedText(1, max));

/** Which liability, as sent; names are looked up in the rate book in force. */
export const liabilityQueryFields = z.object({
  ...reportPeriodFields,
  country: place(50).meta({ description: 'Only this country, by ISO 3166-1 code or English name.' }),
  state: place(100).meta({ description: 'Only this US state or region, by code or name.' }),
  groupBy: absentAsNull(z.array(z.enum(liabilityGroupNames))).meta({
    description: 'What each row is for. Default: COUNTRY and STATE. Rows are always separate by currency.',
  }),
});

export type LiabilityQuery = z.output<typeof liabilityQueryFields>;

/** The jurisdictions whose taxes a report includes, by id. */
export type ReportedTaxes = { readonly kind: 'only' | 'except'; readonly jurisdictionIds: readonly string[] };

/** The same query with codes: which totals to add up, and how to group them. */
export type LiabilityQuestion = ReportPeriod & {
  readonly country: string | null;
  readonly state: string | null;
  readonly groupBy: ReadonlySet<LiabilityGroup>;
  /** Counts sales as these jurisdictions assessed them; null counts each sale once, in whichever jurisdiction it was assessed. */
  readonly taxes: ReportedTaxes | null;
};
