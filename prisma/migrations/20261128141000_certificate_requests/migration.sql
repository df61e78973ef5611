-- CreateTable
CREATE TABLE "certificate_requests" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "states" TEXT[],
    "status" VARCHAR(10) NOT NULL,
    "expires_on" DATE NOT NULL,
    "submitted_at" TIMESTAMPTZ(3),
    "submission" JSON,
    "decision_reason" VARCHAR(256),
    "exemption_ids" UUID[] DEFAULT ARRAY[]::UUID[],
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "changed_by" JSONB,

    CONSTRAINT "certificate_requests_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- CreateTable
CREATE TABLE "certificate_request_files" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "media_type" VARCHAR(50) NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "attached_at" TIMESTAMPTZ(3) NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "certificate_request_files_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- CreateIndex
CREATE INDEX "certificate_requests_tenant_id_created_at_service_id_idx" ON "certificate_requests"("tenant_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE INDEX "certificate_requests_tenant_id_customer_id_idx" ON "certificate_requests"("tenant_id", "customer_id");

-- AddForeignKey
ALTER TABLE "certificate_requests" ADD CONSTRAINT "certificate_requests_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "service_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "certificate_request_files" ADD CONSTRAINT "certificate_request_files_tenant_id_service_id_fkey" FOREIGN KEY ("tenant_id", "service_id") REFERENCES "certificate_requests"("tenant_id", "service_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- The trail does not have what a buyer submitted.
CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- What records do not have, or have in another column.
  unshown text[] := ARRAY['tenant_id', 'version', 'created_at', 'updated_at', 'changed_by', 'external_created_at',
    'external_updated_at', 'certificate_id', 'details', 'settings', 'has_file', 'submission'];
  after jsonb := to_jsonb(NEW);
  before jsonb;
  members jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := to_jsonb(OLD);
    members := changed_members(
      (before - unshown) || coalesce(before -> 'details', before -> 'settings', '{}'),
      (after - unshown) || coalesce(after -> 'details', after -> 'settings', '{}'));
    IF members = '{}' THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, TG_ARGV[0], coalesce(after ->> 'service_id', ''),
    CASE TG_ARGV[0]
      WHEN 'CUSTOMER' THEN (after ->> 'source') || '/' || (after ->> 'external_id')
      WHEN 'EXEMPTION' THEN concat_ws('/', after ->> 'customer_id', after ->> 'country', nullif(after ->> 'state', ''),
        nullif(after ->> 'certificate_id', ''))
      WHEN 'CERTIFICATE_REQUEST' THEN after ->> 'customer_id'
      WHEN 'NEXUS' THEN concat_ws('/', after ->> 'country', nullif(after ->> 'state', ''))
      ELSE ''
    END,
    coalesce((after ->> 'version')::int, 0), NEW.changed_by, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON certificate_requests
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('CERTIFICATE_REQUEST');

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
