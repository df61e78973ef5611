-- Sums are kept by rate, too, which those of before cannot tell: all are worked out again from the documents. The changes
-- that the first statement notes go with the others.
UPDATE "transactions" SET "totals" = NULL WHERE "totals" <> '{}';
TRUNCATE "total_changes", "sales_totals", "jurisdiction_totals";

-- AlterTable
ALTER TABLE "sales_totals" ADD COLUMN     "of_all" INTEGER NOT NULL,
ADD COLUMN     "of_rate" INTEGER NOT NULL,
ADD COLUMN     "of_reason_and_rate" INTEGER NOT NULL,
ADD COLUMN     "of_tax_code_and_rate" INTEGER NOT NULL,
ADD COLUMN     "rate" DECIMAL(20,12) NOT NULL;

-- AlterTable
ALTER TABLE "jurisdiction_totals" ADD COLUMN     "of_all" INTEGER NOT NULL,
ADD COLUMN     "of_rate" INTEGER NOT NULL,
ADD COLUMN     "of_reason_and_rate" INTEGER NOT NULL,
ADD COLUMN     "of_tax_code_and_rate" INTEGER NOT NULL,
ADD COLUMN     "rate" DECIMAL(20,12) NOT NULL;
