-- DropIndex
DROP INDEX "transactions_tenant_id_tax_on_idx";

-- DropIndex
DROP INDEX "transactions_tenant_id_updated_at_idx";

-- CreateIndex
CREATE INDEX "transactions_tenant_id_tax_on_created_at_service_id_idx" ON "transactions"("tenant_id", "tax_on", "created_at", "service_id");

-- CreateIndex
CREATE INDEX "transactions_tenant_id_updated_at_service_id_idx" ON "transactions"("tenant_id", "updated_at", "service_id");

-- CreateIndex
CREATE INDEX "transactions_tenant_id_external_id_service_id_idx" ON "transactions"("tenant_id", "external_id", "service_id");

-- CreateIndex
CREATE INDEX "transactions_tenant_id_final_transaction_amount_service_id_idx" ON "transactions"("tenant_id", "final_transaction_amount", "service_id");


