-- Test tenants know a made-up country and have a clock that they set; the kind of a tenant never changes.
-- AlterTable
ALTER TABLE "tenants" ADD COLUMN "kind" VARCHAR(4) NOT NULL DEFAULT 'LIVE',
ADD COLUMN "test_clock" TIMESTAMPTZ(3);

ALTER TABLE "tenants" ADD CONSTRAINT "tenants_kind_check" CHECK (kind IN ('LIVE', 'TEST'));
ALTER TABLE "tenants" ADD CONSTRAINT "tenants_test_clock_check" CHECK (test_clock IS NULL OR kind = 'TEST');

-- The demo tenant is known by its customer, whose id is the same in every store.
UPDATE tenants SET kind = 'TEST', updated_at = now(), changed_by = NULL
FROM customers WHERE customers.tenant_id = tenants.tenant_id
  AND customers.service_id = '01980000-0000-7000-8000-00000000d370';
