-- What documents are found by besides their columns: `N` and a notice code, `R` and the reason of a line, separated by blanks.
CREATE FUNCTION document_labels(document json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT label, ' '), '') FROM (
    SELECT 'N' || (notice ->> 'code') AS label FROM json_array_elements(document -> 'notices') AS notice
    UNION ALL SELECT 'R' || (item ->> 'reason') FROM json_array_elements(document -> 'items') AS item
    UNION ALL SELECT 'R' || (document #>> '{shippingFee,reason}')
  ) AS labels
$$;

-- The labels as an index has them, whose first column cannot be the tenant.
CREATE FUNCTION tenant_labels(tenant_id uuid, labels text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_to_array(tenant_id || ' ' || replace(labels, ' ', '|' || tenant_id || ' '), '|')
$$;

-- A statement that writes the document without its labels, such as one of another release or an import, gets them from the document.
CREATE FUNCTION take_labels() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  NEW.labels := document_labels(NEW.document);
  RETURN NEW;
END $$;

CREATE TRIGGER take_labels BEFORE INSERT ON transactions
  FOR EACH ROW WHEN (NEW.labels IS NULL) EXECUTE FUNCTION take_labels();

CREATE TRIGGER take_labels_of_update BEFORE UPDATE OF document ON transactions
  FOR EACH ROW WHEN (
    OLD.document::text IS DISTINCT FROM NEW.document::text AND OLD.labels IS NOT DISTINCT FROM NEW.labels
  )
  EXECUTE FUNCTION take_labels();
