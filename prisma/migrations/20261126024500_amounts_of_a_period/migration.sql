-- It has the amounts and the time of the last change, too: documents of a period are found and ordered by them without being read.
DROP INDEX transactions_by_tax_date_idx;
CREATE INDEX transactions_by_tax_date_idx ON transactions (tenant_id, tax_date, created_at, service_id, transaction_type,
  transaction_status, transaction_filing_status, customer_type, country, state, currency, source, is_overridden, subsidiary, external_id,
  updated_at, final_transaction_amount, tax_amount);
