import type { Address } from '../../src/domain/base/address.ts';
import type { TransactionDocument } from '../../src/domain/transactions/transaction.ts';
import type { TransactionSnapshot } from '../../src/domain/transactions/transaction-snapshot.ts';

export type TransactionRow = {
  service_id: string;
  source: string;
  external_id: string;
  customer_id: string;
  transaction_type: string;
  transaction_status: string;
  transaction_filing_status: string;
  document: TransactionDocument;
  snapshot: TransactionSnapshot;
  rate_book_version: string;
  created_at: Date;
  updated_at: Date;
};

export type CustomerRow = {
  customer_id: string;
  customer_source: string;
  customer_external_id: string;
  name: string | null;
  email: string | null;
  customer_type: string;
  comment: string | null;
  tax_number: string | null;
  address: Address | null;
  external_timestamps: { readonly createdDate: string; readonly updatedDate: string };
  customer_created_at: Date;
  customer_updated_at: Date;
};

const customerColumns = `c.service_id AS customer_id, c.source AS customer_source,
  c.external_id AS customer_external_id, c.name, c.email, c.customer_type, c.comment, c.tax_number, c.address,
  c.external_timestamps, c.created_at AS customer_created_at,
  c.updated_at AS customer_updated_at`;

/**
 * The newest documents of a tenant, with `columns` from the documents and their customers. The limit is part of the text:
 * PostgreSQL would plan the statement again for every use if the limit were a parameter.
 */
const newest = (name: string, columns: string) => (limit: number) => ({
  name: `${name} ${limit}`,
  text: `SELECT ${columns}
    FROM (
      SELECT * FROM transactions WHERE tenant_id = $1 ORDER BY created_at DESC, service_id DESC LIMIT ${limit}
    ) t JOIN customers c ON c.tenant_id = t.tenant_id AND c.service_id = t.customer_id
    ORDER BY t.created_at DESC, t.service_id DESC`,
});

/** Each statement is prepared once per connection, under its name. */
export const statements = {
  list: newest(
    'list',
    `t.service_id, t.source, t.external_id, t.customer_id, t.transaction_type, t.transaction_status,
      t.transaction_filing_status, t.document, t.created_at, c.external_id AS customer_external_id, c.name, c.email,
      c.customer_type`,
  ),
  thinList: newest(
    'thinList',
    `t.service_id, t.source, t.external_id, t.customer_id, t.transaction_type, t.transaction_status,
      t.transaction_filing_status, t.document, t.rate_book_version, t.created_at, t.updated_at`,
  ),
  fullList: newest(
    'fullList',
    `t.service_id, t.source, t.external_id, t.transaction_type, t.transaction_status,
      t.transaction_filing_status, t.document, t.snapshot, t.rate_book_version, t.created_at, t.updated_at,
      ${customerColumns}`,
  ),
  one: {
    name: 'one',
    text: `SELECT t.service_id, t.source, t.external_id, t.transaction_type, t.transaction_status,
        t.transaction_filing_status, t.document, t.snapshot, t.rate_book_version, t.created_at, t.updated_at,
        ${customerColumns}
      FROM transactions t JOIN customers c ON c.tenant_id = t.tenant_id AND c.service_id = t.customer_id
      WHERE t.tenant_id = $1 AND t.source = $2 AND t.external_id = $3`,
  },
  customer: {
    name: 'customer',
    text: `SELECT ${customerColumns} FROM customers c WHERE c.tenant_id = $1 AND c.service_id = $2`,
  },
  customerByKey: {
    name: 'customerByKey',
    text: `SELECT ${customerColumns} FROM customers c WHERE c.tenant_id = $1 AND c.source = $2 AND c.external_id = $3`,
  },
  insertCustomer: {
    name: 'insertCustomer',
    text: `INSERT INTO customers (tenant_id, service_id, source, external_id, name, email, customer_type, address,
        external_timestamps, external_created_at, external_updated_at, created_at, updated_at)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, json_build_object('createdDate', $9::text, 'updatedDate', $10::text),
        $9::text::timestamptz, $10::text::timestamptz, $11, $11)
      ON CONFLICT (tenant_id, source, external_id) DO NOTHING`,
  },
  exemptions: {
    name: 'exemptions',
    text: `SELECT service_id, country, state, exemption_type, exemption_status, valid_from, valid_through, exempt_fraction,
        reduced_rate, tax_codes
      FROM exemptions WHERE tenant_id = $1 AND customer_id = $2`,
  },
  insert: {
    name: 'insert',
    text: `INSERT INTO transactions (tenant_id, service_id, source, external_id, customer_id, transaction_type,
        transaction_status, transaction_filing_status, tax_date, country, state, currency, created_from,
        final_transaction_amount, tax_amount, external_created_at, external_updated_at, document, snapshot,
        input_digest, tax_digest, rate_book_version, calculation_number, created_at, updated_at, version, summary,
        totals, totals_form)
      VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, $12, $13, $14, $15, $16, $17, $18, $19, $20, $21, $22, 1,
        $23, $23, 1, $24, $25, $26)
      ON CONFLICT (tenant_id, source, external_id) DO NOTHING`,
  },
  client: { name: 'client', text: 'SELECT tenant_id, revoked_at FROM clients WHERE client_id = $1' },
} as const;
