-- CreateTable
CREATE TABLE "tax_number_checks" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "country_code" CHAR(2) NOT NULL,
    "vat_number" VARCHAR(64) NOT NULL,
    "is_registered" BOOLEAN NOT NULL,
    "register" VARCHAR(20) NOT NULL,
    "consultation_number" TEXT,
    "name" TEXT,
    "address" TEXT,
    "checked_at" TIMESTAMPTZ(3) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "tax_number_checks_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- CreateIndex
CREATE INDEX "tax_number_checks_tenant_id_created_at_service_id_idx" ON "tax_number_checks"("tenant_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "tax_number_checks_tenant_id_vat_number_register_checked_at_key" ON "tax_number_checks"("tenant_id", "vat_number", "register", "checked_at");


