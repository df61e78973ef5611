-- Documents are stored in about the order of these times, so the first and the last of each range of pages are enough. A new
-- document costs next to nothing.
CREATE INDEX transactions_external_times_idx ON transactions USING brin (tenant_id, external_created_at, external_updated_at)
  WITH (autosummarize = on);
