-- Totals of the third form count a document once in a country and in the EU, and keep resales through marketplaces apart.

-- src/stores/totals/totals-triggers.sql

-- The totals of a document are kept only while they are known to be right. A statement that writes their inputs without
-- declaring the current form of the totals leaves them unknown, and they are calculated again. The same happens if a
-- replica of another release writes another form or none.
CREATE OR REPLACE FUNCTION require_known_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.totals_form IS DISTINCT FROM 3 THEN
    NEW.totals := NULL;
  END IF;
  NEW.totals_form := NULL;
  RETURN NEW;
END $$;

-- Only such documents may differ; theirs are calculated again.
UPDATE transactions SET totals = NULL WHERE totals IS NOT NULL AND (
  customer_type = 'RESELLER' AND (totals->>'customerType' = 'MARKETPLACE'
    OR totals @? '$.elsewhere[*] ? (@.customerType == "MARKETPLACE")')
  OR totals @? '$.elsewhere[*] ? (@.country <> "US")'
  OR totals->>'country' <> 'US' AND (totals->'elsewhere' IS NOT NULL
    OR jsonb_array_length(totals->'lines') > 1 AND (totals->'lines')::text ~ 'REVERSE_CHARGE|INTRA_COMMUNITY'
    OR customer_type = 'MARKETPLACE' OR document::text LIKE '%"MARKETPLACE"%'));

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
