-- CreateEnum
CREATE TYPE "WebhookStatus" AS ENUM ('ACTIVE', 'DISABLED');

-- CreateEnum
CREATE TYPE "WebhookDeliveryStatus" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- CreateTable
CREATE TABLE "webhook_endpoints" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "url" VARCHAR(2048) NOT NULL,
    "event_types" TEXT[],
    "description" VARCHAR(256),
    "status" "WebhookStatus" NOT NULL,
    "disabled_because" TEXT,
    "secret" TEXT NOT NULL,
    "secret_number" INTEGER NOT NULL DEFAULT 1,
    "previous_secret" TEXT,
    "previous_until" TIMESTAMPTZ(3),
    "active_since" TIMESTAMPTZ(3) NOT NULL,
    "failing_since" TIMESTAMPTZ(3),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "changed_by" JSONB,

    CONSTRAINT "webhook_endpoints_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- CreateTable
CREATE TABLE "webhook_feeds" (
    "tenant_id" UUID NOT NULL,
    "xid" BIGINT NOT NULL,
    "change_id" UUID NOT NULL,
    "activation_number" INTEGER NOT NULL,
    "nexus_due_at" TIMESTAMPTZ(3),
    "expiring_due_at" TIMESTAMPTZ(3),

    CONSTRAINT "webhook_feeds_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "webhook_notices" (
    "tenant_id" UUID NOT NULL,
    "key" TEXT NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_notices_pkey" PRIMARY KEY ("tenant_id","key")
);

-- CreateTable
CREATE TABLE "webhook_deliveries" (
    "tenant_id" UUID NOT NULL,
    "number" BIGSERIAL NOT NULL,
    "service_id" UUID NOT NULL,
    "endpoint_id" UUID NOT NULL,
    "event_id" UUID NOT NULL,
    "event_type" VARCHAR(40) NOT NULL,
    "occurred_at" TIMESTAMPTZ(3) NOT NULL,
    "subject" TEXT NOT NULL,
    "data" JSON NOT NULL,
    "status" "WebhookDeliveryStatus" NOT NULL DEFAULT 'PENDING',
    "attempts" INTEGER NOT NULL DEFAULT 0,
    "due_at" TIMESTAMPTZ(3) NOT NULL,
    "claim_id" UUID,
    "log" JSONB NOT NULL DEFAULT '[]',
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "webhook_deliveries_pkey" PRIMARY KEY ("tenant_id","number")
);

-- CreateIndex
CREATE INDEX "webhook_endpoints_tenant_id_created_at_service_id_idx" ON "webhook_endpoints"("tenant_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE INDEX "webhook_deliveries_tenant_id_created_at_service_id_idx" ON "webhook_deliveries"("tenant_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "webhook_deliveries_tenant_id_service_id_key" ON "webhook_deliveries"("tenant_id", "service_id");



-- What Prisma has no words for. Only deliveries that wait are looked for, and they are few.
CREATE INDEX "webhook_deliveries_due_idx" ON "webhook_deliveries"("tenant_id", "endpoint_id", "due_at") WHERE "status" = 'PENDING';
CREATE INDEX "webhook_deliveries_subject_idx" ON "webhook_deliveries"("tenant_id", "endpoint_id", "subject", "number") WHERE "status" = 'PENDING';

-- The secrets stay out of the trail: it tells that they were changed. The deletion is noted as that of whoever wrote the row last.
CREATE FUNCTION note_change_of_webhook_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  members jsonb;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM insert_change(OLD.tenant_id, OLD.updated_at, 'WEBHOOK_ENDPOINT', OLD.service_id::text, '', OLD.version,
      OLD.changed_by, jsonb_build_object('status', jsonb_build_array(OLD.status, 'DELETED')));
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    members := changed_members(
      jsonb_build_object('url', OLD.url, 'eventTypes', OLD.event_types, 'description', OLD.description,
        'status', OLD.status, 'disabledBecause', OLD.disabled_because, 'secretNumber', OLD.secret_number),
      jsonb_build_object('url', NEW.url, 'eventTypes', NEW.event_types, 'description', NEW.description,
        'status', NEW.status, 'disabledBecause', NEW.disabled_because, 'secretNumber', NEW.secret_number));
    IF members = '{}' THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'WEBHOOK_ENDPOINT', NEW.service_id::text, '', NEW.version,
    NEW.changed_by, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoints
  FOR EACH ROW EXECUTE FUNCTION note_change_of_webhook_endpoint();
