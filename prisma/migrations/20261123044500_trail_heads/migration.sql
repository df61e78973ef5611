-- AlterTable
ALTER TABLE "returns" ADD COLUMN     "figures_digest" VARCHAR(64);

-- CreateTable
CREATE TABLE "trail_heads" (
    "tenant_id" UUID NOT NULL,
    "seals" INTEGER NOT NULL,
    "hash" BYTEA NOT NULL,
    "signature" BYTEA,

    CONSTRAINT "trail_heads_pkey" PRIMARY KEY ("tenant_id")
);

INSERT INTO trail_heads (tenant_id, seals, hash)
SELECT tenants.tenant_id, coalesce(last.number, 0), coalesce(last.hash, '')
FROM tenants LEFT JOIN (
  SELECT change_seals.tenant_id, change_seals.number, change_seals.hash FROM change_seals JOIN (
    SELECT tenant_id, max(number) AS number FROM change_seals GROUP BY tenant_id
  ) AS newest ON change_seals.tenant_id = newest.tenant_id AND change_seals.number = newest.number
) AS last ON tenants.tenant_id = last.tenant_id;

-- The trail has the digest of what was filed.
CREATE OR REPLACE FUNCTION note_change_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  members jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    members := changed_members(
      jsonb_build_object('status', OLD.status, 'filings', OLD.filings, 'figuresDigest', OLD.figures_digest,
        'reopenedBecause', OLD.reopened_because,
        'referenceNumber', OLD.reference_number, 'amountPaid', trim_scale(OLD.amount_paid)::text,
        'paidCurrency', OLD.paid_currency),
      jsonb_build_object('status', NEW.status, 'filings', NEW.filings, 'figuresDigest', NEW.figures_digest,
        'reopenedBecause', NEW.reopened_because,
        'referenceNumber', NEW.reference_number, 'amountPaid', trim_scale(NEW.amount_paid)::text,
        'paidCurrency', NEW.paid_currency));
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'RETURN', NEW.service_id::text,
    concat_ws('/', NEW.country, nullif(NEW.state, ''), NEW.from_on, NEW.to_on), NEW.version, NEW.changed_by, members);
  RETURN NULL;
END $$;
