-- The secret before a rotation stays valid for a while, and each change of a client is recorded in the audit trail.
-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "previous_secret_hash" VARCHAR(256),
ADD COLUMN     "previous_secret_until" TIMESTAMPTZ(3),
ADD COLUMN     "secret_number" INTEGER NOT NULL DEFAULT 1,
ADD COLUMN     "updated_at" TIMESTAMPTZ(3),
ADD COLUMN     "version" INTEGER NOT NULL DEFAULT 1;

-- CreateTable
CREATE TABLE "client_changes" (
    "tenant_id" UUID NOT NULL,
    "client_id" VARCHAR(64) NOT NULL,
    "version" INTEGER NOT NULL,
    "members" JSONB,
    "changed_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" JSONB,

    CONSTRAINT "client_changes_pkey" PRIMARY KEY ("tenant_id","client_id")
);

-- CreateIndex
CREATE INDEX "clients_tenant_id_created_at_client_id_idx" ON "clients"("tenant_id", "created_at" DESC, "client_id" DESC);

-- src/stores/audit/audit-triggers.sql

-- Clients are on every node of a distributed database, where a trigger of theirs would record each change once per node. The store
-- writes the change of a client into the tenant's own table instead, in the same unit of work.
CREATE FUNCTION note_change_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM insert_change(NEW.tenant_id, NEW.changed_at, 'CLIENT', '', NEW.client_id, NEW.version, NEW.changed_by,
    NEW.members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON client_changes
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_client();
