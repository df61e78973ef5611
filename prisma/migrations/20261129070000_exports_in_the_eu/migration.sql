-- Exports stored by earlier releases no longer count toward the EU threshold; the totals of documents with one are calculated again.
UPDATE transactions SET totals = NULL WHERE totals IS NOT NULL
  AND (totals->>'country' <> 'US' OR totals->'elsewhere' IS NOT NULL) AND totals::text LIKE '%"EXPORT"%';

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
