-- An id of a tenant never changes: a table that is distributed by it over several nodes may not say what happens then.
-- DropForeignKey
ALTER TABLE "calculations" DROP CONSTRAINT "calculations_tenant_id_transaction_id_fkey";

-- DropForeignKey
ALTER TABLE "customers" DROP CONSTRAINT "customers_tenant_id_fkey";

-- DropForeignKey
ALTER TABLE "exemption_files" DROP CONSTRAINT "exemption_files_tenant_id_service_id_fkey";

-- DropForeignKey
ALTER TABLE "exemptions" DROP CONSTRAINT "exemptions_tenant_id_customer_id_fkey";

-- DropForeignKey
ALTER TABLE "nexus" DROP CONSTRAINT "nexus_tenant_id_fkey";

-- DropForeignKey
ALTER TABLE "transactions" DROP CONSTRAINT "transactions_tenant_id_customer_id_fkey";

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("tenant_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "exemptions" ADD CONSTRAINT "exemptions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "service_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "exemption_files" ADD CONSTRAINT "exemption_files_tenant_id_service_id_fkey" FOREIGN KEY ("tenant_id", "service_id") REFERENCES "exemptions"("tenant_id", "service_id") ON DELETE CASCADE ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "service_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "nexus" ADD CONSTRAINT "nexus_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("tenant_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

-- AddForeignKey
ALTER TABLE "calculations" ADD CONSTRAINT "calculations_tenant_id_transaction_id_fkey" FOREIGN KEY ("tenant_id", "transaction_id") REFERENCES "transactions"("tenant_id", "service_id") ON DELETE RESTRICT ON UPDATE NO ACTION;
