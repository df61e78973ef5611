-- The trail of one client, and of records other than documents. Most entries are of documents, and not in the second.
CREATE INDEX changes_client_idx ON changes (tenant_id, client_id, at, change_id, record_type);
CREATE INDEX changes_record_type_idx ON changes (tenant_id, record_type, at, change_id) WHERE record_type <> 'TRANSACTION';
CREATE INDEX changes_record_key_idx ON changes (tenant_id, record_key, at, change_id);

CREATE INDEX customers_tenant_id_external_id_service_id_idx ON customers (tenant_id, external_id, service_id);
CREATE INDEX customers_name_idx ON customers (tenant_id, coalesce(name, ''), service_id);
CREATE INDEX customers_type_idx ON customers (tenant_id, customer_type, created_at, service_id) WHERE customer_type <> 'RETAIL';

CREATE INDEX exemptions_valid_from_idx ON exemptions (tenant_id, coalesce(valid_from, '-infinity'), service_id);
CREATE INDEX exemptions_valid_through_idx ON exemptions (tenant_id, coalesce(valid_through, 'infinity'), service_id);

-- With all that deliveries are filtered by. The few that failed have one of their own.
CREATE INDEX webhook_deliveries_created_idx ON webhook_deliveries (tenant_id, created_at DESC, service_id DESC, endpoint_id,
  event_type, status);
CREATE INDEX webhook_deliveries_failed_idx ON webhook_deliveries (tenant_id, created_at, service_id) WHERE status = 'FAILED';
DROP INDEX webhook_deliveries_tenant_id_created_at_service_id_idx;
