-- Every write of a record is recorded in its own unit of work, whichever statement makes it.

-- The old and the new value of each changed member. A null member counts as absent.
CREATE FUNCTION changed_members(before jsonb, after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, after -> key)), '{}')
  FROM (SELECT jsonb_object_keys(before) UNION SELECT jsonb_object_keys(after)) AS keys (key)
  WHERE nullif(before -> key, 'null') IS DISTINCT FROM nullif(after -> key, 'null')
$$;

-- A request with an idempotency key stores its outcome under the key, in the same unit of work, so a repeated request finds
-- it after a crash. An attempt that was delayed until another attempt took over its key writes nothing.
CREATE FUNCTION note_outcome(tenant uuid, changed_by jsonb, id text) RETURNS void LANGUAGE plpgsql AS $$
BEGIN
  UPDATE idempotency_keys SET outcome = coalesce(outcome, id)
  WHERE tenant_id = tenant AND client_id = changed_by ->> 'clientId' AND key = changed_by #>> '{claim,key}'
    AND claim_id = (changed_by #>> '{claim,claimId}')::uuid;
  IF NOT FOUND THEN
    RAISE EXCEPTION 'another attempt has the idempotency key' USING ERRCODE = 'serialization_failure';
  END IF;
END $$;

-- In plpgsql, which keeps the plan of its statement: in SQL it takes twice as long.
CREATE FUNCTION insert_change(tenant uuid, at timestamptz, type text, id text, key text, version int, changed_by jsonb,
  members jsonb, record_digest bytea DEFAULT NULL)
RETURNS void LANGUAGE plpgsql AS $$
DECLARE
  number bigint := nullif(current_setting('tollgate.change_number', true), '')::bigint;
BEGIN
  -- A return notes its key itself, not with each of its documents.
  IF changed_by ? 'claim' AND NOT coalesce(members ? 'transactionFilingStatus', false) THEN
    PERFORM note_outcome(tenant, changed_by, id);
  END IF;
  IF number IS NULL THEN
    number := take_change_number();
  END IF;
  INSERT INTO changes (tenant_id, xid, change_id, at, record_type, record_id, record_key, version, client_id,
    request_id, members, digest, record_digest)
  VALUES (tenant, number, gen_random_uuid(), at, type, id, key, version,
    changed_by ->> 'clientId', changed_by ->> 'requestId', members,
    sha256(convert_to(coalesce(members::text, ''), 'UTF8')), record_digest);
END $$;

-- For tables whose columns are the members of their records. Members of JSON columns are recorded separately.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- What records do not have, or have in another column.
  unshown text[] := ARRAY['tenant_id', 'version', 'created_at', 'updated_at', 'changed_by', 'external_created_at',
    'external_updated_at', 'certificate_id', 'details', 'settings', 'has_file', 'submission'];
  after jsonb := to_jsonb(NEW);
  before jsonb;
  members jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := to_jsonb(OLD);
    members := changed_members(
      (before - unshown) || coalesce(before -> 'details', before -> 'settings', '{}'),
      (after - unshown) || coalesce(after -> 'details', after -> 'settings', '{}'));
    IF members = '{}' THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, TG_ARGV[0], coalesce(after ->> 'service_id', ''),
    CASE TG_ARGV[0]
      WHEN 'CUSTOMER' THEN (after ->> 'source') || '/' || (after ->> 'external_id')
      WHEN 'EXEMPTION' THEN concat_ws('/', after ->> 'customer_id', after ->> 'country', nullif(after ->> 'state', ''),
        nullif(after ->> 'certificate_id', ''))
      WHEN 'CERTIFICATE_REQUEST' THEN after ->> 'customer_id'
      WHEN 'NEXUS' THEN concat_ws('/', after ->> 'country', nullif(after ->> 'state', ''))
      ELSE ''
    END,
    coalesce((after ->> 'version')::int, 0), NEW.changed_by, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON tenants
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('ACCOUNT');
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON customers
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('CUSTOMER');
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON exemptions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('EXEMPTION');
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON certificate_requests
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('CERTIFICATE_REQUEST');
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON nexus
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('NEXUS');

-- File changes are recorded from the file's own row: a distributed database cannot call a function for many rows that
-- writes. Code that removes a file empties it first.
CREATE FUNCTION note_change_of_exemption_file() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  exemption exemptions;
  before text;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    before := OLD.sha256;
  END IF;
  SELECT * INTO exemption FROM exemptions WHERE tenant_id = NEW.tenant_id AND service_id = NEW.service_id;
  PERFORM insert_change(NEW.tenant_id, NEW.attached_at, 'EXEMPTION', NEW.service_id::text,
    concat_ws('/', exemption.customer_id::text, exemption.country, nullif(exemption.state, ''),
      nullif(exemption.certificate_id, '')), exemption.version, NEW.changed_by,
    jsonb_build_object('fileSha256', jsonb_build_array(before, nullif(NEW.sha256, ''))));
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT OR UPDATE OF content ON exemption_files
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_exemption_file();

-- The digest of a whole document except its filing status, which the trail records itself. `columns` are those in
-- `src/stores/sql/document-digest.ts`. The function cannot take a row, because a distributed table has other row types.
CREATE FUNCTION transaction_digest(columns jsonb, document json, snapshot json) RETURNS bytea LANGUAGE sql IMMUTABLE AS $$
  SELECT sha256(convert_to(columns::text || document::text || snapshot::text, 'UTF8'))
$$;

-- Release 0.1.0 stored the reason for reopening in the document. Statements that only mark documents are recorded in
-- filed-documents-trigger.sql.
CREATE FUNCTION note_change_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
  after jsonb := '{}';
  members jsonb;
  has_changed boolean := true;
  record_digest bytea;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    PERFORM set_config('tollgate.changed_documents', (changed_documents() + 1)::text, true);
    has_changed := OLD.document::text <> NEW.document::text;
    IF has_changed THEN
      before := OLD.document::jsonb;
      after := NEW.document::jsonb;
    END IF;
    members := changed_members(
      before || jsonb_build_object('customerId', OLD.customer_id, 'transactionType', OLD.transaction_type,
        'transactionStatus', OLD.transaction_status, 'transactionFilingStatus', OLD.transaction_filing_status,
        'rateBookVersion', OLD.rate_book_version, 'calculationNumber', OLD.calculation_number,
        'reopeningReason', coalesce(OLD.reopening_reason, before ->> 'reopeningReason')),
      after || jsonb_build_object('customerId', NEW.customer_id, 'transactionType', NEW.transaction_type,
        'transactionStatus', NEW.transaction_status, 'transactionFilingStatus', NEW.transaction_filing_status,
        'rateBookVersion', NEW.rate_book_version, 'calculationNumber', NEW.calculation_number,
        'reopeningReason', coalesce(NEW.reopening_reason, after ->> 'reopeningReason')));
    -- A refund by 0.1.0 raises the version of its invoice and changes nothing else.
    IF members = '{}' AND OLD.snapshot::text = NEW.snapshot::text AND OLD.reported_on IS NOT DISTINCT FROM NEW.reported_on
    THEN
      RETURN NULL;
    END IF;
    has_changed := has_changed OR OLD.transaction_filing_status = NEW.transaction_filing_status;
  END IF;
  IF has_changed THEN
    record_digest := NEW.record_digest;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'TRANSACTION', NEW.service_id::text,
    NEW.source || '/' || NEW.external_id, NEW.version, NEW.changed_by, members, record_digest);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_transaction();
-- An update that keeps the version only completes a stored document, which is not a change to it. The columns are those
-- covered by the digest in the trail.
CREATE TRIGGER note_change_of_update
  AFTER UPDATE OF service_id, source, external_id, customer_id, transaction_type, transaction_status, tax_date, reported_on, country,
    state, currency, customer_type, created_from, final_transaction_amount, tax_amount, calculation_number, rate_book_version,
    document, snapshot
  ON transactions FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_change_of_transaction();

-- The trail contains the digest of the filed figures.
CREATE FUNCTION note_change_of_return() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  members jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    members := changed_members(
      jsonb_build_object('status', OLD.status, 'filingCount', OLD.filing_count, 'figuresDigest', OLD.figures_digest,
        'reopeningReason', OLD.reopening_reason,
        'referenceNumber', OLD.reference_number, 'amountPaid', trim_scale(OLD.amount_paid)::text,
        'paidCurrency', OLD.paid_currency),
      jsonb_build_object('status', NEW.status, 'filingCount', NEW.filing_count, 'figuresDigest', NEW.figures_digest,
        'reopeningReason', NEW.reopening_reason,
        'referenceNumber', NEW.reference_number, 'amountPaid', trim_scale(NEW.amount_paid)::text,
        'paidCurrency', NEW.paid_currency));
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'TAX_RETURN', NEW.service_id::text,
    concat_ws('/', NEW.country, nullif(NEW.state, ''), nullif(NEW.scheme, 'STANDARD'), NEW.from_on, NEW.to_on),
    NEW.version, NEW.changed_by, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT ON returns
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_return();
-- Filing renews the claim without changing the record.
CREATE TRIGGER note_change_of_update AFTER UPDATE ON returns
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_change_of_return();

-- The trail shows that a secret was changed, but not the secret. A deletion is attributed to the last author of the row.
CREATE FUNCTION note_change_of_webhook_endpoint() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  members jsonb;
BEGIN
  IF TG_OP = 'DELETE' THEN
    PERFORM insert_change(OLD.tenant_id, OLD.updated_at, 'WEBHOOK_ENDPOINT', OLD.service_id::text, '', OLD.version,
      OLD.changed_by, jsonb_build_object('status', jsonb_build_array(OLD.status, 'DELETED')));
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    members := changed_members(
      jsonb_build_object('url', OLD.url, 'eventTypes', OLD.event_types, 'description', OLD.description,
        'status', OLD.status, 'disabledReason', OLD.disabled_reason, 'secretNumber', OLD.secret_number),
      jsonb_build_object('url', NEW.url, 'eventTypes', NEW.event_types, 'description', NEW.description,
        'status', NEW.status, 'disabledReason', NEW.disabled_reason, 'secretNumber', NEW.secret_number));
    IF members = '{}' THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'WEBHOOK_ENDPOINT', NEW.service_id::text, '', NEW.version,
    NEW.changed_by, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON webhook_endpoints
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_webhook_endpoint();

-- Every node of a distributed database stores the clients, so a trigger on them would record each change once per node. The
-- store writes the change of a client into the tenant's own table instead, in the same unit of work.
CREATE FUNCTION note_change_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The trail has clients by their key alone.
  IF NEW.changed_by ? 'claim' THEN
    PERFORM note_outcome(NEW.tenant_id, NEW.changed_by, NEW.client_id);
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.changed_at, 'CLIENT', '', NEW.client_id, NEW.version, NEW.changed_by,
    NEW.members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON client_changes
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_client();

-- The change that deletes a product has its last name, category and tax code. It is attributed to the last author of the row.
CREATE FUNCTION note_change_of_product() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  product record := coalesce(NEW, OLD);
  before jsonb := '{}';
  after jsonb := '{}';
  members jsonb;
BEGIN
  IF TG_OP <> 'INSERT' THEN
    before := jsonb_build_object('name', OLD.name, 'category', OLD.category, 'taxCode', OLD.tax_code);
    after := CASE TG_OP
      WHEN 'DELETE' THEN '{"status": "DELETED"}'
      ELSE jsonb_build_object('name', NEW.name, 'category', NEW.category, 'taxCode', NEW.tax_code)
    END;
    members := changed_members(before, after);
    IF members = '{}' THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM insert_change(product.tenant_id, product.updated_at, 'PRODUCT', product.service_id::text,
    product.source || '/' || product.external_id, product.version, product.changed_by, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON products
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_product();
