-- Documents that were refused, one row for each key: what was wrong, never what was sent.
-- CreateTable
CREATE TABLE "refusals" (
    "tenant_id" UUID NOT NULL,
    "refusal_id" UUID NOT NULL,
    "source" VARCHAR(2) NOT NULL,
    "external_id" VARCHAR(256) NOT NULL,
    "code" VARCHAR(32) NOT NULL,
    "issue_code" VARCHAR(64),
    "pointer" VARCHAR(256),
    "refusal_count" INTEGER NOT NULL DEFAULT 1,
    "first_refused_at" TIMESTAMPTZ(3) NOT NULL,
    "refused_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "refusals_pkey" PRIMARY KEY ("tenant_id","source","external_id")
);

-- CreateIndex
CREATE INDEX "refusals_tenant_id_refused_at_refusal_id_idx" ON "refusals"("tenant_id", "refused_at" DESC, "refusal_id" DESC);
