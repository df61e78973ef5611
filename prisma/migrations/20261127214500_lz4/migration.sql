-- LZ4 compresses JSON faster than PGLZ. Stored values stay as they are, and both are readable.
DO $$
BEGIN
  ALTER TABLE "transactions"
    ALTER COLUMN "document" SET COMPRESSION lz4, ALTER COLUMN "summary" SET COMPRESSION lz4,
    ALTER COLUMN "snapshot" SET COMPRESSION lz4, ALTER COLUMN "totals" SET COMPRESSION lz4;
  ALTER TABLE "calculations"
    ALTER COLUMN "document" SET COMPRESSION lz4, ALTER COLUMN "snapshot" SET COMPRESSION lz4;
EXCEPTION WHEN feature_not_supported THEN
  RAISE NOTICE 'This server was built without LZ4: JSON stays compressed with PGLZ.';
END $$;

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
