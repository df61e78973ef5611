import { z } from 'zod';
import { absentAsNull, boundedText, mostMarketplaceCharacters, sourceInput } from '../base/fields.ts';
import { type ReportPeriod, reportPeriodFields } from '../base/report-period.ts';
import { type LiabilityGroup, liabilityGroupNames } from './liability-group.ts';

const place = (max: number) => absentAsNull(boundedText(1, max));

/** A marketplace as a filter; empty for documents without a marketplace. */
export const marketplaceFilter = z.string().max(mostMarketplaceCharacters);

/** The query as submitted. Names are looked up in the rate book in force. */
export const liabilityQueryFields = z.object({
  ...reportPeriodFields,
  country: place(50).meta({ description: 'Only this country, by ISO 3166-1 code or English name.' }),
  state: place(100).meta({ description: 'Only this US state or region, by code or name.' }),
  subsidiary: absentAsNull(z.string().max(256)).meta({
    description: 'Only documents of this subsidiary; empty for documents without a subsidiary.',
  }),
  source: absentAsNull(sourceInput).meta({
    description: 'Only documents of this store or channel in your system, a number from 1 to 10.',
  }),
  marketplace: absentAsNull(marketplaceFilter).meta({
    description:
      'Only documents that name this marketplace, such as Amazon (case is ignored); empty for documents without a marketplace.',
  }),
  groupBy: absentAsNull(z.array(z.enum(liabilityGroupNames))).meta({
    description: 'Groups of the report. Default: COUNTRY and STATE. Rows are always separate by currency.',
  }),
});

/** The filters by subsidiary and source, also used for the rows of a return. */
export const liabilityParts = {
  subsidiary: liabilityQueryFields.shape.subsidiary,
  source: liabilityQueryFields.shape.source,
};

export type LiabilityQuery = z.output<typeof liabilityQueryFields>;

/** Whether a report includes only the taxes of the listed jurisdictions, or all other taxes. */
export type ReportedTaxes = { readonly kind: 'only' | 'except'; readonly jurisdictionIds: readonly string[] };

/** The query with names resolved to codes: the totals to add up, and how to group them. */
export type LiabilityQuestion = ReportPeriod & {
  readonly country: string | null;
  readonly state: string | null;
  /** Empty for documents without a subsidiary; null for all documents. */
  readonly subsidiary: string | null;
  readonly source: string | null;
  /** Empty for documents without a marketplace; null for all documents. */
  readonly marketplace: string | null;
  readonly groupBy: ReadonlySet<LiabilityGroup>;
  /**
   * Counts sales by the jurisdictions that assessed them. If null, each sale is counted once, in any of its
   * jurisdictions.
   */
  readonly taxes: ReportedTaxes | null;
};

/** Documents of every subsidiary, source and marketplace. */
export const everyPart = { subsidiary: null, source: null, marketplace: null } as const;

type Detail = Pick<LiabilityQuestion, 'source' | 'marketplace' | 'groupBy'>;

/** True if the stored sums lack the detail and each document in the period must be read. */
export function readsDocuments({ source, marketplace, groupBy }: Detail): boolean {
  const isOfDocument: readonly LiabilityGroup[] = ['SOURCE', 'CUSTOMER', 'MARKETPLACE', 'EXEMPTION_REASON'];
  return source !== null || marketplace !== null || isOfDocument.some((group) => groupBy.has(group));
}
