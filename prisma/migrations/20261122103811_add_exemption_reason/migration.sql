-- CreateEnum
CREATE TYPE "ExemptionReason" AS ENUM ('RESALE', 'GOVERNMENT', 'AGRICULTURE', 'INDUSTRIAL', 'CHARITY', 'EDUCATION', 'RELIGIOUS', 'DIRECT_PAY', 'DIPLOMATIC', 'OTHER');

-- AlterTable
ALTER TABLE "exemptions" ADD COLUMN     "exemption_reason" "ExemptionReason";



-- A classification code that names a reason is one.
UPDATE "exemptions" SET "exemption_reason" = upper(replace(replace(trim("details"->'classification'->>'code'), ' ', '_'), '-', '_'))::"ExemptionReason"
WHERE upper(replace(replace(trim("details"->'classification'->>'code'), ' ', '_'), '-', '_')) IN ('RESALE', 'GOVERNMENT', 'AGRICULTURE', 'INDUSTRIAL', 'CHARITY', 'EDUCATION', 'RELIGIOUS', 'DIRECT_PAY', 'DIPLOMATIC', 'OTHER');
