-- A part of an external id is looked for in the wide indexes, too, not in the documents.
CREATE INDEX transactions_by_creation_idx ON transactions (tenant_id, created_at DESC, service_id DESC, tax_date, transaction_type,
  transaction_status, transaction_filing_status, customer_type, country, state, currency, source, is_overridden, subsidiary,
  external_id);
CREATE INDEX transactions_by_tax_date_idx ON transactions (tenant_id, tax_date, created_at, service_id, transaction_type,
  transaction_status, transaction_filing_status, customer_type, country, state, currency, source, is_overridden, subsidiary,
  external_id);
DROP INDEX transactions_created_idx;
DROP INDEX transactions_tax_date_idx;
