-- Search labels of a document, separated by spaces: `N` with a notice code, or `R` with the reason of a line.
CREATE FUNCTION document_labels(document json) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(string_agg(DISTINCT label, ' '), '') FROM (
    SELECT 'N' || (notice ->> 'code') AS label FROM json_array_elements(document -> 'notices') AS notice
    UNION ALL SELECT 'R' || (item ->> 'reason') FROM json_array_elements(document -> 'items') AS item
    UNION ALL SELECT 'R' || (document #>> '{shippingFee,reason}')
  ) AS labels
$$;

-- The labels as indexed, each with its tenant, because the tenant cannot be the first column of this kind of index.
CREATE FUNCTION tenant_labels(tenant_id uuid, labels text) RETURNS text[] LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT string_to_array(tenant_id || ' ' || replace(labels, ' ', '|' || tenant_id || ' '), '|')
$$;

-- Sets the labels from the document if a statement omits them, such as a statement of another release or an import.
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
