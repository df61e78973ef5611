-- The documents that were stored with a subsidiary or an override. In a migration of its own, so that documents can be read
-- meanwhile.
UPDATE transactions SET subsidiary = document ->> 'subsidiary', is_overridden = (document ->> 'computedTaxAmount') IS NOT NULL
  WHERE document::text ~ '"(subsidiary|computedTaxAmount)"\s*:\s*"';

-- A list with a filter reads these from its end, and no document before it has a page: they have all that lists filter by.
CREATE INDEX transactions_created_idx ON transactions (tenant_id, created_at DESC, service_id DESC, tax_date, transaction_type,
  transaction_status, transaction_filing_status, customer_type, country, state, currency, source, is_overridden, subsidiary);
CREATE INDEX transactions_tax_date_idx ON transactions (tenant_id, tax_date, created_at, service_id, transaction_type,
  transaction_status, transaction_filing_status, customer_type, country, state, currency, source, is_overridden, subsidiary);
CREATE INDEX transactions_tenant_id_tax_amount_service_id_idx ON transactions (tenant_id, tax_amount, service_id);
CREATE INDEX transactions_currency_idx ON transactions (tenant_id, currency, created_at, service_id, tax_date);

-- What is rare: a document that has none of it is in none of these.
CREATE INDEX transactions_cancelled_idx ON transactions (tenant_id, created_at, service_id, tax_date)
  WHERE transaction_status = 'CANCELLED';
CREATE INDEX transactions_type_idx ON transactions (tenant_id, transaction_type, created_at, service_id, tax_date)
  WHERE transaction_type <> 'INVOICE';
CREATE INDEX transactions_customer_type_idx ON transactions (tenant_id, customer_type, created_at, service_id, tax_date)
  WHERE customer_type <> 'RETAIL';
CREATE INDEX transactions_overridden_idx ON transactions (tenant_id, created_at, service_id, tax_date) WHERE is_overridden;
CREATE INDEX transactions_subsidiary_idx ON transactions (tenant_id, subsidiary, created_at, service_id, tax_date)
  WHERE subsidiary IS NOT NULL;
CREATE INDEX transactions_created_from_idx ON transactions (tenant_id, created_from, source) WHERE created_from IS NOT NULL;
-- Lowered letter by letter in ASCII alone, so that it is the same under any locale of the database.
CREATE INDEX transactions_external_id_start_idx ON transactions (tenant_id, lower(external_id COLLATE "C") COLLATE "C");

DROP INDEX transactions_tenant_id_created_at_service_id_idx;
DROP INDEX transactions_tenant_id_tax_date_created_at_service_id_idx;
DROP INDEX transactions_tenant_id_created_from_source_idx;
