import { Prisma } from '../generated/client.ts';

/** Hexadecimal SHA-256 of these columns of a `return_filings` row. A filing without a payment has the digest of earlier releases. */
export const filingDigest = Prisma.sql`encode(sha256(convert_to((jsonb_build_array(number, filed_at, filed_by,
  reference_number, trim_scale(amount_paid)::text, paid_currency, transaction_count, figures::jsonb)
  || CASE WHEN payment IS NULL THEN '[]' ELSE jsonb_build_array(payment::jsonb) END)::text, 'UTF8')), 'hex')`;
