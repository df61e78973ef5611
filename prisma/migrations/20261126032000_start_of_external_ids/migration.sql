-- It has what lists filter by, as the other two wide indexes have: documents found by the start of their external id are not read. Only
-- the subsidiary is missing, as the longest id, lowered and as it is, fills an entry.
DROP INDEX transactions_external_id_start_idx;
CREATE INDEX transactions_external_id_start_idx ON transactions (tenant_id, lower(external_id COLLATE "C") COLLATE "C", created_at, service_id,
  tax_date, transaction_type, transaction_status, transaction_filing_status, customer_type, country, state, currency, source,
  is_overridden, external_id);
