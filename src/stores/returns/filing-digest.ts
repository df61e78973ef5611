import { Prisma } from '../generated/client.ts';

/** Hexadecimal SHA-256 of these columns of a `return_filings` row. */
export const filingDigest = Prisma.sql`encode(sha256(convert_to(jsonb_build_array(number, filed_at, filed_by,
  reference_number, trim_scale(amount_paid)::text, paid_currency, transaction_count, figures::jsonb)::text, 'UTF8')), 'hex')`;
