-- AlterTable
ALTER TABLE "clients" ADD COLUMN     "graphql_cost_per_minute" INTEGER,
ADD COLUMN     "requests_per_minute" INTEGER;
