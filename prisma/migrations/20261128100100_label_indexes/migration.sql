CREATE INDEX transactions_labels_idx ON transactions USING gin (tenant_labels(tenant_id, labels)) WITH (fastupdate = off);

-- Documents whose labels are still to be taken: empty afterwards.
CREATE INDEX transactions_unlabelled_idx ON transactions (tenant_id, service_id) WHERE labels IS NULL;

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
