-- AlterTable
ALTER TABLE "return_filings" ADD COLUMN     "payment" JSON;

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
