-- CreateTable
CREATE TABLE "exemption_files" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "name" VARCHAR(200) NOT NULL,
    "media_type" VARCHAR(50) NOT NULL,
    "size" INTEGER NOT NULL,
    "sha256" CHAR(64) NOT NULL,
    "attached_at" TIMESTAMPTZ(3) NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "exemption_files_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- AddForeignKey
ALTER TABLE "exemption_files" ADD CONSTRAINT "exemption_files_tenant_id_service_id_fkey" FOREIGN KEY ("tenant_id", "service_id") REFERENCES "exemptions"("tenant_id", "service_id") ON DELETE CASCADE ON UPDATE CASCADE;



-- The accepted types are compressed already; uncompressed, a piece is read without the rest.
ALTER TABLE "exemption_files" ALTER COLUMN "content" SET STORAGE EXTERNAL;
