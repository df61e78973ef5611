-- Only what names this condition uses the index, so that no planner takes it for the one by subject.
CREATE INDEX webhook_deliveries_queued_idx ON webhook_deliveries (tenant_id, endpoint_id, due_at, number)
  WHERE status = 'PENDING' AND due_at > '-infinity';
DROP INDEX webhook_deliveries_next_idx;
