-- Thousands of deliveries may be due at the same instant: they are found in their order without a sort.
CREATE INDEX webhook_deliveries_next_idx ON webhook_deliveries (tenant_id, endpoint_id, due_at, number)
  WHERE status = 'PENDING';
DROP INDEX webhook_deliveries_due_idx;
