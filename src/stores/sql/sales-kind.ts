import { taxReasonFacts, taxReasons } from '../../tax/model/reasons.ts';
import { Prisma } from '../generated/client.ts';

const reasonsOf = (sales: 'EXEMPT' | 'BUSINESS') =>
  taxReasons.filter((reason) => taxReasonFacts[reason].nexusSales === sales);

/** Why a state may exclude a line from its sales; `OTHER` for sales that always count. */
export const salesKind = (customerType: Prisma.Sql, reason: Prisma.Sql) =>
  Prisma.sql`CASE WHEN ${customerType} = 'MARKETPLACE' OR ${reason} = 'MARKETPLACE' THEN 'MARKETPLACE' WHEN ${customerType} = 'RESELLER' THEN 'RESALE'
  WHEN ${reason} = ANY(${reasonsOf('BUSINESS')}::text[]) THEN 'BUSINESS'
  WHEN ${reason} = ANY(${reasonsOf('EXEMPT')}::text[]) THEN 'EXEMPT' ELSE 'OTHER' END`;
