-- A key belongs to the client that sent it, not to all clients of its tenant. Whose the keys so far are is not known, so they
-- go: they would be kept for a day.
DELETE FROM idempotency_keys;
ALTER TABLE idempotency_keys DROP CONSTRAINT idempotency_keys_pkey;
ALTER TABLE idempotency_keys ADD COLUMN client_id varchar(256) NOT NULL;
ALTER TABLE idempotency_keys ADD CONSTRAINT idempotency_keys_pkey PRIMARY KEY (tenant_id, client_id, key);
