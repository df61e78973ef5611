import { z } from 'zod';
import { absentAsNull, boundedText, sourceInput } from '../base/fields.ts';
import { type ReportPeriod, reportPeriodFields } from '../base/report-period.ts';
import { type LiabilityGroup, liabilityGroupNames } from './liability-group.ts';

const place = (max: number) => absentAsNull(boundedText(1, max));

/** Which liability, as sent; names are looked up in the rate book in force. */
export const liabilityQueryFields = z.object({
  ...reportPeriodFields,
  country: place(50).meta({ description: 'Only this country, by ISO 3166-1 code or English name.' }),
  state: place(100).meta({ description: 'Only this US state or region, by code or name.' }),
  subsidiary: absentAsNull(z.string().max(256)).meta({
    description: 'Only documents of this subsidiary; empty for those without one.',
  }),
  source: absentAsNull(sourceInput).meta({
    description: 'Only documents of this store or channel in your system, a number from 1 to 10.',
  }),
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
  /** Empty for documents without one; null for any. */
  readonly subsidiary: string | null;
  readonly source: string | null;
  readonly groupBy: ReadonlySet<LiabilityGroup>;
  /** Counts sales as these jurisdictions assessed them; null counts each sale once, in whichever jurisdiction it was assessed. */
  readonly taxes: ReportedTaxes | null;
};

/** Whether the stored sums do not tell the documents apart, so that each document of the period is read. */
export function readsDocuments({ source, groupBy }: Pick<LiabilityQuestion, 'source' | 'groupBy'>): boolean {
  const isOfDocument: readonly LiabilityGroup[] = ['SOURCE', 'CUSTOMER', 'EXEMPTION_REASON'];
  return source !== null || isOfDocument.some((group) => groupBy.has(group));
}
