-- AlterTable
ALTER TABLE "tenants" ADD COLUMN     "rulings_revision" INTEGER NOT NULL DEFAULT 0;

-- CreateTable
CREATE TABLE "rulings" (
    "tenant_id" UUID NOT NULL,
    "number" INTEGER NOT NULL,
    "fact" JSON NOT NULL,
    "added_in" INTEGER NOT NULL,
    "withdrawn_in" INTEGER,
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "withdrawn_at" TIMESTAMPTZ(3),

    CONSTRAINT "rulings_pkey" PRIMARY KEY ("tenant_id","number")
);

-- AddForeignKey
ALTER TABLE "rulings" ADD CONSTRAINT "rulings_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("tenant_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
