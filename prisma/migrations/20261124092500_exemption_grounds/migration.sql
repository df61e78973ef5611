-- Totals of the second form have the ground of a certificate, and the sales to consumers in the EU that are taxed at home.

-- src/stores/totals/totals-triggers.sql

-- The totals of a document are kept only while they are known to be right. A statement that writes their inputs without
-- declaring the current form of the totals leaves them unknown, and they are calculated again. The same happens if a
-- replica of another release writes another form or none.
CREATE OR REPLACE FUNCTION require_known_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.totals_form IS DISTINCT FROM 2 THEN
    NEW.totals := NULL;
  END IF;
  NEW.totals_form := NULL;
  RETURN NEW;
END $$;

-- Only such documents differ; theirs are calculated again.
UPDATE transactions SET totals = NULL WHERE totals IS NOT NULL AND (snapshot::text LIKE '%"evidence"%'
  OR snapshot::text LIKE '%"GLOBAL_TAX"%' AND snapshot::text LIKE '%"SHIP_FROM"%');
