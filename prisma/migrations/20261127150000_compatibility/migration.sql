-- CreateTable
CREATE TABLE "compatibility" (
    "oldest_migration" TEXT NOT NULL,

    CONSTRAINT "compatibility_pkey" PRIMARY KEY ("oldest_migration")
);

INSERT INTO "compatibility" VALUES ('20261123080000_baseline');
