import { describingColumns, describingMembers } from '../../domain/transactions/describing-members.ts';
import { Prisma } from '../generated/client.ts';

const textsOf = (names: readonly string[]) => Prisma.sql`${[...names]}::text[]`;
const ofLine = textsOf(describingMembers.line);

/** Members that an erasure removes or shortens. The place is kept. */
const personal = { address: textsOf(['street', 'zip', 'isPartial']), place: textsOf(['match']) };
const ofDocument = textsOf([
  ...describingMembers.document,
  // Included separately below, without descriptive and personal members.
  ...['items', 'shippingFee', 'shippingAddress', 'exemptionOverride'],
  // Release 0.1.0 stored the reason for a reopening here. Notices only repeat other data.
  ...['reopeningReason', 'notices'],
]);

/** Removes the +4 digits of a ZIP+4, as in `domain/erasure/erasure.ts`. */
const erasedAddress = (address: Prisma.Sql) => Prisma.sql`jsonb_build_array(${address} - ${personal.address},
  regexp_replace(${address} ->> 'zip', '^(\\d{5})-?\\d{4}$', '\\1'))`;

const linesOf = (lines: Prisma.Sql) => Prisma.sql`(SELECT jsonb_agg(
    jsonb_build_array(line - ${ofLine} - 'shippingAddress', ${erasedAddress(Prisma.sql`nullif(line -> 'shippingAddress', 'null')`)})
    ORDER BY position)
  FROM jsonb_array_elements(${lines}) WITH ORDINALITY AS lines (line, position))`;

/**
 * The stored text is used, because parsing would take twice as long as everything else. The gateway never changes these
 * members. The snapshot is read once.
 */
const ofSnapshot = Prisma.sql`(SELECT
    max(value::text) FILTER (WHERE key = 'places') AS places,
    string_agg(key || value::text, ',' ORDER BY key COLLATE "C") FILTER (WHERE key NOT IN ('buyer', 'match', 'places')) AS others
  FROM json_each(snapshot))`;

/**
 * SHA-256 of the inputs of a return's figures: the figures, places, dates and keys of a document. The digest does not
 * change when the gateway changes a filed document or erases personal data. Receipts depend on this format; another
 * format requires another column.
 */
export const inputsDigest = Prisma.sql`(SELECT sha256(convert_to(jsonb_build_array(
    jsonb_build_array(service_id, source, external_id, customer_id, transaction_type, tax_date, reported_on, country, state,
      currency, customer_type, final_transaction_amount::text, tax_amount::text, calculation_number, rate_book_version),
    parsed.document - ${ofDocument}, ${linesOf(Prisma.sql`parsed.document -> 'items'`)},
    (parsed.document -> 'shippingFee') - ${ofLine}, ${erasedAddress(Prisma.sql`(parsed.document -> 'shippingAddress')`)},
    parsed.document #> '{exemptionOverride,kind}',
    (SELECT jsonb_agg(place - ${personal.place} ORDER BY position)
      FROM jsonb_array_elements(nullif(law.places, 'null')::jsonb) WITH ORDINALITY AS places (place, position))
  )::text || law.others, 'UTF8'))
  FROM (SELECT jsonb_strip_nulls(transactions.document::jsonb) AS document OFFSET 0) AS parsed, ${ofSnapshot} AS law)`;

/** Whether a change in the trail affects more than descriptive members. */
export function changesInputs(members: Prisma.Sql): Prisma.Sql {
  const free = textsOf([...describingMembers.document, ...describingColumns]);
  const compared = (value: Prisma.Sql) => Prisma.sql`CASE name
    WHEN 'items' THEN ${linesOf(Prisma.sql`CASE name WHEN 'items' THEN ${value} ELSE '[]' END`)}
    WHEN 'shippingFee' THEN CASE jsonb_typeof(${value}) WHEN 'object' THEN ${value} - ${ofLine} ELSE ${value} END
    WHEN 'exemptionOverride' THEN ${value} -> 'kind' ELSE ${value} END`;
  return Prisma.sql`(${members} IS NULL OR ${members} = '{}' OR EXISTS (
    SELECT FROM jsonb_each(${members}) AS changed (name, both_values)
    WHERE name <> ALL(${free})
      AND ${compared(Prisma.sql`(both_values -> 0)`)} IS DISTINCT FROM ${compared(Prisma.sql`(both_values -> 1)`)}))`;
}
