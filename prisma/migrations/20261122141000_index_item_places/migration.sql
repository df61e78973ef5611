-- What Prisma has no words for. The documents whose items are taxed elsewhere than the document itself.
CREATE INDEX "transactions_elsewhere_idx" ON "transactions"("tenant_id", "tax_on") WHERE ("totals"->'elsewhere') IS NOT NULL;
