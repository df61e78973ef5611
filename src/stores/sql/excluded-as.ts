import { taxReasonFacts, taxReasons } from '../../tax/model/reasons.ts';
import { Prisma } from '../generated/client.ts';

const reasonsOf = (sales: 'EXEMPT' | 'BUSINESS') =>
  taxReasons.filter((reason) => taxReasonFacts[reason].nexusSales === sales);

/** All reasons for which a place may exclude a line from its sales, as an array: a resale may also be a marketplace sale. */
export const excludedAs = (customerType: Prisma.Sql, reason: Prisma.Sql) =>
  Prisma.sql`array_remove(ARRAY[CASE WHEN ${customerType} = 'MARKETPLACE' OR ${reason} = 'MARKETPLACE' THEN 'MARKETPLACE' END,
  CASE WHEN ${customerType} = 'RESELLER' THEN 'RESALE' END,
  CASE WHEN ${reason} = ANY(${reasonsOf('BUSINESS')}::text[]) THEN 'BUSINESS'
    WHEN ${reason} = ANY(${reasonsOf('EXEMPT')}::text[]) THEN 'EXEMPT' END], NULL)`;

/** Exempt lines keep their invoice among the transactions of a place; only their amount is excluded. */
export const ofWholeInvoices = <Reason extends string>(excludes: readonly Reason[]) =>
  excludes.filter((reason) => reason !== 'EXEMPT');
