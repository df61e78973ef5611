-- The bundled rate books that were used, to calculate with after an upgrade.
-- CreateTable
CREATE TABLE "rate_book_archives" (
    "version" VARCHAR(64) NOT NULL,
    "digest" CHAR(43) NOT NULL,
    "archived_at" TIMESTAMPTZ(3) NOT NULL,
    "content" BYTEA NOT NULL,

    CONSTRAINT "rate_book_archives_pkey" PRIMARY KEY ("version","digest")
);
