-- DropIndex
DROP INDEX "transactions_tenant_id_source_created_from_idx";

-- CreateIndex
CREATE INDEX "customers_tenant_id_updated_at_idx" ON "customers"("tenant_id", "updated_at");

-- CreateIndex
CREATE INDEX "exemptions_tenant_id_country_state_idx" ON "exemptions"("tenant_id", "country", "state");

-- CreateIndex
CREATE INDEX "exemptions_tenant_id_updated_at_idx" ON "exemptions"("tenant_id", "updated_at");

-- CreateIndex
CREATE INDEX "transactions_tenant_id_created_from_source_idx" ON "transactions"("tenant_id", "created_from", "source");

-- CreateIndex
CREATE INDEX "transactions_tenant_id_tax_on_idx" ON "transactions"("tenant_id", "tax_on");

-- CreateIndex
CREATE INDEX "transactions_tenant_id_updated_at_idx" ON "transactions"("tenant_id", "updated_at");


