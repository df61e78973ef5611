-- Totals of the fourth form have all sales that count toward the EU threshold, according to the seller's home at that time.

-- src/stores/totals/totals-triggers.sql

-- The totals of a document are kept only while they are known to be right. A statement that writes their inputs without
-- declaring the current form of the totals leaves them unknown, and they are calculated again. The same happens if a
-- replica of another release writes another form or none.
CREATE OR REPLACE FUNCTION require_known_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.totals_form IS DISTINCT FROM 4 THEN
    NEW.totals := NULL;
  END IF;
  NEW.totals_form := NULL;
  RETURN NEW;
END $$;

-- Only these documents may differ, and their totals are calculated again: those taxed in a member state or in Northern
-- Ireland, and those with exports and the like of a marketplace.
UPDATE transactions SET totals = NULL WHERE totals IS NOT NULL AND (
  totals::text ~ '"country": "(AT|BE|BG|CY|CZ|DE|DK|EE|ES|FI|FR|GB|GR|HR|HU|IE|IT|LT|LU|LV|MT|NL|PL|PT|RO|SE|SI|SK)"'
  OR totals::text ~ '"(EXPORT|INTRA_COMMUNITY|REVERSE_CHARGE|IMPORT_AT_BORDER|OUTSIDE_TERRITORY)"'
    AND (customer_type = 'MARKETPLACE' OR document::text LIKE '%"MARKETPLACE"%'));

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
