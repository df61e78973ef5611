-- CreateTable
CREATE TABLE "exchange_rates" (
    "tenant_id" UUID NOT NULL,
    "from_currency" VARCHAR(3) NOT NULL,
    "to_currency" VARCHAR(3) NOT NULL,
    "rate_on" DATE NOT NULL,
    "rate" DECIMAL NOT NULL,
    "source" VARCHAR(256) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "changed_by" JSONB,

    CONSTRAINT "exchange_rates_pkey" PRIMARY KEY ("tenant_id","from_currency","to_currency","rate_on")
);

-- AddForeignKey
ALTER TABLE "exchange_rates" ADD CONSTRAINT "exchange_rates_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("tenant_id") ON DELETE RESTRICT ON UPDATE NO ACTION;


