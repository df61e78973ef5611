-- The documents of a customer by their tax date, without reading them.
CREATE INDEX transactions_of_customer_idx ON transactions (tenant_id, customer_id, created_at DESC, service_id DESC, tax_date);
DROP INDEX transactions_tenant_id_customer_id_created_at_service_id_idx;
