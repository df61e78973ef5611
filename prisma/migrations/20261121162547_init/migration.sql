-- CreateSchema
CREATE SCHEMA IF NOT EXISTS "public";

-- CreateEnum
CREATE TYPE "CustomerType" AS ENUM ('RETAIL', 'MARKETPLACE', 'RESELLER', 'RETAIL_EXEMPT');

-- CreateEnum
CREATE TYPE "TransactionType" AS ENUM ('SALES_ORDER', 'INVOICE', 'ESTIMATE', 'REFUND', 'TAXABLE_REFUND');

-- CreateEnum
CREATE TYPE "TransactionStatus" AS ENUM ('ACTIVE', 'CANCELLED', 'PAID');

-- CreateEnum
CREATE TYPE "TransactionFilingStatus" AS ENUM ('NOT_FILED', 'FILED');

-- CreateEnum
CREATE TYPE "ExemptionType" AS ENUM ('FULLY', 'PARTIALLY');

-- CreateEnum
CREATE TYPE "ExemptionStatus" AS ENUM ('ACTIVE', 'CANCELLED');

-- CreateTable
CREATE TABLE "tenants" (
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(256) NOT NULL,
    "settings" JSON NOT NULL DEFAULT '{}',
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "updated_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "tenants_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "clients" (
    "client_id" VARCHAR(64) NOT NULL,
    "tenant_id" UUID NOT NULL,
    "name" VARCHAR(256) NOT NULL,
    "secret_hash" VARCHAR(256) NOT NULL,
    "scopes" TEXT[],
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,
    "revoked_at" TIMESTAMPTZ(3),

    CONSTRAINT "clients_pkey" PRIMARY KEY ("client_id")
);

-- CreateTable
CREATE TABLE "signing_keys" (
    "key_id" VARCHAR(64) NOT NULL,
    "algorithm" VARCHAR(16) NOT NULL,
    "private_jwk" JSON NOT NULL,
    "public_jwk" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL DEFAULT CURRENT_TIMESTAMP,

    CONSTRAINT "signing_keys_pkey" PRIMARY KEY ("key_id")
);

-- CreateTable
CREATE TABLE "customers" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "source" VARCHAR(2) NOT NULL,
    "external_id" VARCHAR(256) NOT NULL,
    "name" VARCHAR(256),
    "email" TEXT,
    "customer_type" "CustomerType" NOT NULL,
    "comment" VARCHAR(200),
    "tax_number" TEXT,
    "address" JSON,
    "external_created_at" TIMESTAMPTZ(3) NOT NULL,
    "external_created_text" VARCHAR(40) NOT NULL,
    "external_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "external_updated_text" VARCHAR(40) NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "customers_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- CreateTable
CREATE TABLE "exemptions" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "customer_id" UUID NOT NULL,
    "country" VARCHAR(2) NOT NULL,
    "state" VARCHAR(10) NOT NULL DEFAULT '',
    "certificate_id" VARCHAR(256) NOT NULL DEFAULT '',
    "exemption_type" "ExemptionType" NOT NULL,
    "exemption_status" "ExemptionStatus" NOT NULL,
    "valid_from" DATE,
    "valid_through" DATE,
    "exempt_share" DECIMAL(9,8),
    "reduced_rate" DECIMAL(9,8),
    "tax_codes" TEXT[],
    "details" JSON NOT NULL,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "exemptions_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- CreateTable
CREATE TABLE "transactions" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "source" VARCHAR(2) NOT NULL,
    "external_id" VARCHAR(256) NOT NULL,
    "customer_id" UUID NOT NULL,
    "transaction_type" "TransactionType" NOT NULL,
    "transaction_status" "TransactionStatus" NOT NULL,
    "transaction_filing_status" "TransactionFilingStatus" NOT NULL,
    "tax_on" DATE NOT NULL,
    "country" VARCHAR(2) NOT NULL,
    "state" VARCHAR(20) NOT NULL DEFAULT '',
    "currency" VARCHAR(3) NOT NULL,
    "created_from" VARCHAR(256),
    "final_transaction_amount" DECIMAL(30,12) NOT NULL,
    "tax_amount" DECIMAL(30,12) NOT NULL,
    "external_created_at" TIMESTAMPTZ(3) NOT NULL,
    "external_updated_at" TIMESTAMPTZ(3) NOT NULL,
    "document" JSON NOT NULL,
    "snapshot" JSON NOT NULL,
    "input_digest" CHAR(43) NOT NULL,
    "tax_digest" CHAR(43) NOT NULL,
    "rate_book_version" VARCHAR(64) NOT NULL,
    "calculation_number" INTEGER NOT NULL DEFAULT 1,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,

    CONSTRAINT "transactions_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- CreateTable
CREATE TABLE "calculations" (
    "tenant_id" UUID NOT NULL,
    "transaction_id" UUID NOT NULL,
    "calculation_number" INTEGER NOT NULL,
    "document" JSON NOT NULL,
    "snapshot" JSON NOT NULL,
    "rate_book_version" VARCHAR(64) NOT NULL,
    "replaced_at" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "calculations_pkey" PRIMARY KEY ("tenant_id","transaction_id","calculation_number")
);

-- CreateIndex
CREATE INDEX "customers_tenant_id_created_at_service_id_idx" ON "customers"("tenant_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "customers_tenant_id_source_external_id_key" ON "customers"("tenant_id", "source", "external_id");

-- CreateIndex
CREATE INDEX "exemptions_tenant_id_created_at_service_id_idx" ON "exemptions"("tenant_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE UNIQUE INDEX "exemptions_tenant_id_customer_id_country_state_certificate__key" ON "exemptions"("tenant_id", "customer_id", "country", "state", "certificate_id");

-- CreateIndex
CREATE INDEX "transactions_tenant_id_created_at_service_id_idx" ON "transactions"("tenant_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE INDEX "transactions_tenant_id_customer_id_created_at_service_id_idx" ON "transactions"("tenant_id", "customer_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE INDEX "transactions_tenant_id_source_created_from_idx" ON "transactions"("tenant_id", "source", "created_from");

-- CreateIndex
CREATE UNIQUE INDEX "transactions_tenant_id_source_external_id_key" ON "transactions"("tenant_id", "source", "external_id");

-- AddForeignKey
ALTER TABLE "customers" ADD CONSTRAINT "customers_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("tenant_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "exemptions" ADD CONSTRAINT "exemptions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "service_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "transactions" ADD CONSTRAINT "transactions_tenant_id_customer_id_fkey" FOREIGN KEY ("tenant_id", "customer_id") REFERENCES "customers"("tenant_id", "service_id") ON DELETE RESTRICT ON UPDATE CASCADE;

-- AddForeignKey
ALTER TABLE "calculations" ADD CONSTRAINT "calculations_tenant_id_transaction_id_fkey" FOREIGN KEY ("tenant_id", "transaction_id") REFERENCES "transactions"("tenant_id", "service_id") ON DELETE RESTRICT ON UPDATE CASCADE;


