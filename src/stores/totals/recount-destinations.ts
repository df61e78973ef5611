import type { ReportPeriod } from '../../domain/base/report-period.ts';
import { northernIreland } from '../../domain/places/eu-code.ts';
import type { DestinationTax, Recounted } from '../../ports/stores/totals-store.ts';
import { Prisma } from '../generated/client.ts';
import { type TenantScope, where } from '../sql/tenant-scope.ts';

/**
 * The tax stated in documents, line by line, by taxing country, as of an instant. Includes calculations and documents
 * that were replaced or cancelled later. Sums and tax lines are not read.
 */
export async function recountDestinations(
  scope: TenantScope,
  { from, to }: ReportPeriod,
  { at, through }: Recounted,
): Promise<DestinationTax[]> {
  const instant = Prisma.sql`${at.toISOString()}::timestamptz`;
  return scope.reports.rows<DestinationTax>(Prisma.sql`
    WITH stated AS (
      SELECT currency, CASE transaction_type WHEN 'INVOICE' THEN 1 ELSE -1 END AS sign,
        (coalesce(earlier.document, transactions.document))::jsonb AS document,
        (coalesce(earlier.snapshot, transactions.snapshot))::jsonb AS snapshot
      FROM transactions LEFT JOIN LATERAL (
        SELECT document, snapshot FROM calculations WHERE calculations.tenant_id = ${scope.tenantId}
          AND transaction_id = transactions.service_id AND replaced_at > ${instant}
        ORDER BY calculation_number LIMIT 1) AS earlier ON TRUE
      ${where(scope, [
        Prisma.sql`transaction_type IN ('INVOICE', 'REFUND', 'TAXABLE_REFUND') AND created_at <= ${instant}`,
        Prisma.sql`(transaction_status <> 'CANCELLED' OR updated_at > ${instant})`,
        // A refund is reported on the day of its invoice, and a recalculated document may have had a different day.
        Prisma.sql`(tax_date BETWEEN ${from}::date AND ${to}::date OR calculation_number > 1
          OR tax_date > ${to}::date AND transaction_type <> 'INVOICE')`,
      ])}
    ), lines AS (
      SELECT stated.*, item, snapshot->'items'->(place - 1)::int AS line, item->>'tangibleCategory' = 'TANGIBLE' AS is_tangible
      FROM stated, jsonb_array_elements(document->'items') WITH ORDINALITY AS items (item, place)
      UNION ALL
      SELECT stated.*, document->'shippingFee', snapshot->'shippingFee', document->'items' = '[]'::jsonb
        OR document->'items' @> '[{"tangibleCategory": "TANGIBLE"}]'::jsonb
      FROM stated WHERE jsonb_typeof(document->'shippingFee') = 'object' AND jsonb_typeof(snapshot->'shippingFee') = 'object'
    ), placed AS (
      SELECT lines.*, CASE WHEN line->>'place' IS NULL THEN snapshot ELSE snapshot->'places'->(line->>'place')::int END AS at_place
      FROM lines
    )
    SELECT snapshot->>'taxDate' AS day,
      CASE WHEN is_tangible AND at_place->>'subdivision' = ${northernIreland.state} THEN ${northernIreland.code} ELSE at_place->>'country' END AS country, at_place->'authority'->>'taxName' AS "taxName",
      is_tangible AS "isTangible", coalesce((line #> '{euSale,isImportWithinLimit}')::boolean, FALSE) AS "isImportWithinLimit", coalesce(nullif(item->'shipFromAddress', 'null'), nullif(document->'shipFromAddress', 'null')) AS "shipsFrom",
      snapshot #> '{basis,settings,homeAddress}' AS home, currency, sum(sign * (item->>'taxAmount')::numeric)::text AS "taxAmount"
    FROM placed WHERE snapshot->>'taxDate' BETWEEN ${from} AND ${to} AND document->>'taxDate' <= ${through}
    GROUP BY 1, 2, 3, 4, 5, 6, 7, 8 HAVING sum(sign * (item->>'taxAmount')::numeric) <> 0 ORDER BY 1, 2, 3, 4, 5, 6, 7, 8`);
}
