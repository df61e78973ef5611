-- Everything that the gateway stores, as one reads it from top to bottom: the tables by noun, then the functions and
-- triggers that write the audit trail and the totals. prisma/schema.prisma says the same of tables, and explains their
-- columns. What Prisma has no words for (partial indexes, storage, functions, triggers) stands here alone.
--
-- The tenant leads every key and index of what tenants own, so that the tables can be distributed by it over many
-- nodes. For the same reason no foreign key says what happens when the id of a tenant changes: it never does.

-- Accounts ----------------------------------------------------------------------------------------------------------

CREATE TABLE tenants (
  tenant_id uuid NOT NULL,
  name varchar(256) NOT NULL,
  settings json NOT NULL DEFAULT '{}',
  created_at timestamptz(3) NOT NULL DEFAULT current_timestamp,
  updated_at timestamptz(3) NOT NULL DEFAULT current_timestamp,
  changed_by jsonb,
  PRIMARY KEY (tenant_id)
);

-- Who may ask for tokens. Found by its id before the tenant is known, so the id alone is the key.
CREATE TABLE clients (
  client_id varchar(64) NOT NULL,
  tenant_id uuid NOT NULL,
  name varchar(256) NOT NULL,
  secret_hash varchar(256) NOT NULL,
  scopes text[],
  created_at timestamptz(3) NOT NULL DEFAULT current_timestamp,
  revoked_at timestamptz(3),
  requests_per_minute int,
  graphql_cost_per_minute int,
  PRIMARY KEY (client_id)
);

-- The key pairs that sign tokens, shared by all replicas.
CREATE TABLE signing_keys (
  key_id varchar(64) NOT NULL,
  algorithm varchar(16) NOT NULL,
  private_jwk json NOT NULL,
  public_jwk json NOT NULL,
  created_at timestamptz(3) NOT NULL DEFAULT current_timestamp,
  PRIMARY KEY (key_id)
);

-- A request that was sent with a key, so that it is carried out once: who carries it out, then its answer.
CREATE TABLE idempotency_keys (
  tenant_id uuid NOT NULL,
  key varchar(255) NOT NULL,
  digest char(43) NOT NULL,
  claim_id uuid NOT NULL,
  claimed_at timestamptz(3) NOT NULL,
  expires_at timestamptz(3) NOT NULL,
  status int,
  headers json,
  body text,
  PRIMARY KEY (tenant_id, key)
);
CREATE INDEX idempotency_keys_tenant_id_expires_at_idx ON idempotency_keys (tenant_id, expires_at);

-- Customers and the certificates that exempt them -------------------------------------------------------------------

CREATE TYPE "CustomerType" AS ENUM ('RETAIL', 'MARKETPLACE', 'RESELLER', 'RETAIL_EXEMPT');

CREATE TABLE customers (
  tenant_id uuid NOT NULL,
  service_id uuid NOT NULL,
  source varchar(2) NOT NULL,
  external_id varchar(256) NOT NULL,
  name varchar(256),
  email text,
  customer_type "CustomerType" NOT NULL,
  comment varchar(200),
  tax_number text,
  address json,
  external_timestamps json NOT NULL,
  external_created_at timestamptz(3) NOT NULL,
  external_updated_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  erased_at timestamptz(3),
  version int NOT NULL DEFAULT 1,
  changed_by jsonb,
  PRIMARY KEY (tenant_id, service_id),
  FOREIGN KEY (tenant_id) REFERENCES tenants (tenant_id) ON DELETE RESTRICT
);
CREATE INDEX customers_tenant_id_created_at_service_id_idx ON customers (tenant_id, created_at DESC, service_id DESC);
CREATE INDEX customers_tenant_id_updated_at_idx ON customers (tenant_id, updated_at);
CREATE INDEX customers_tenant_id_email_idx ON customers (tenant_id, email);
CREATE INDEX customers_tenant_id_tax_number_idx ON customers (tenant_id, tax_number);
CREATE UNIQUE INDEX customers_tenant_id_source_external_id_key ON customers (tenant_id, source, external_id);

CREATE TYPE "ExemptionType" AS ENUM ('FULLY', 'PARTIALLY');

CREATE TYPE "ExemptionReason" AS ENUM (
  'RESALE', 'GOVERNMENT', 'AGRICULTURE', 'INDUSTRIAL', 'CHARITY',
  'EDUCATION', 'RELIGIOUS', 'DIRECT_PAY', 'DIPLOMATIC', 'OTHER'
);

CREATE TYPE "ExemptionStatus" AS ENUM ('ACTIVE', 'CANCELLED');

-- Exemptions and documents reach their tenant through the customer: one check per insert, not two.
CREATE TABLE exemptions (
  tenant_id uuid NOT NULL,
  service_id uuid NOT NULL,
  customer_id uuid NOT NULL,
  country varchar(2) NOT NULL,
  state varchar(10) NOT NULL DEFAULT '',
  certificate_id varchar(256) NOT NULL DEFAULT '',
  exemption_reason "ExemptionReason",
  exemption_type "ExemptionType" NOT NULL,
  exemption_status "ExemptionStatus" NOT NULL,
  valid_from date,
  valid_through date,
  exempt_fraction numeric(9, 8),
  reduced_rate numeric(9, 8),
  tax_codes text[],
  details json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version int NOT NULL DEFAULT 1,
  changed_by jsonb,
  PRIMARY KEY (tenant_id, service_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, service_id) ON DELETE RESTRICT
);
CREATE INDEX exemptions_tenant_id_created_at_service_id_idx ON exemptions (tenant_id, created_at DESC, service_id DESC);
CREATE INDEX exemptions_tenant_id_country_state_idx ON exemptions (tenant_id, country, state);
CREATE INDEX exemptions_tenant_id_updated_at_idx ON exemptions (tenant_id, updated_at);
CREATE UNIQUE INDEX exemptions_tenant_id_customer_id_country_state_certificate__key
  ON exemptions (tenant_id, customer_id, country, state, certificate_id);

-- The scan of a certificate, beside its exemption so that no list of exemptions reads it.
CREATE TABLE exemption_files (
  tenant_id uuid NOT NULL,
  service_id uuid NOT NULL,
  name varchar(200) NOT NULL,
  media_type varchar(50) NOT NULL,
  size int NOT NULL,
  sha256 char(64) NOT NULL,
  attached_at timestamptz(3) NOT NULL,
  content bytea NOT NULL,
  changed_by jsonb,
  PRIMARY KEY (tenant_id, service_id),
  FOREIGN KEY (tenant_id, service_id) REFERENCES exemptions (tenant_id, service_id) ON DELETE CASCADE
);
-- The accepted types are compressed already; uncompressed, a piece is read without the rest.
ALTER TABLE exemption_files ALTER COLUMN content SET STORAGE EXTERNAL;

-- What a register said of a tax number when it was asked for a tenant, to be proven later.
CREATE TABLE tax_number_checks (
  tenant_id uuid NOT NULL,
  service_id uuid NOT NULL,
  country_code char(2) NOT NULL,
  vat_number varchar(64) NOT NULL,
  is_registered boolean NOT NULL,
  register varchar(20) NOT NULL,
  consultation_number text,
  name text,
  address text,
  checked_at timestamptz(3) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, service_id)
);
CREATE INDEX tax_number_checks_tenant_id_created_at_service_id_idx
  ON tax_number_checks (tenant_id, created_at DESC, service_id DESC);
CREATE UNIQUE INDEX tax_number_checks_tenant_id_vat_number_register_checked_at_key
  ON tax_number_checks (tenant_id, vat_number, register, checked_at);

-- Sales documents ---------------------------------------------------------------------------------------------------

CREATE TYPE "TransactionType" AS ENUM ('SALES_ORDER', 'INVOICE', 'ESTIMATE', 'REFUND', 'TAXABLE_REFUND');

CREATE TYPE "TransactionStatus" AS ENUM ('ACTIVE', 'CANCELLED', 'PAID');

CREATE TYPE "TransactionFilingStatus" AS ENUM ('NOT_FILED', 'FILED');

-- One row is a whole document: what was sent beside the figures, and what is behind the figures. Both are `json`, kept
-- as written and never searched; the columns beside them serve filters and sums.
CREATE TABLE transactions (
  tenant_id uuid NOT NULL,
  service_id uuid NOT NULL,
  source varchar(2) NOT NULL,
  external_id varchar(256) NOT NULL,
  customer_id uuid NOT NULL,
  transaction_type "TransactionType" NOT NULL,
  transaction_status "TransactionStatus" NOT NULL,
  transaction_filing_status "TransactionFilingStatus" NOT NULL,
  tax_date date NOT NULL,
  reported_on date,
  country varchar(2) NOT NULL,
  state varchar(20) NOT NULL DEFAULT '',
  currency varchar(3) NOT NULL,
  customer_type "CustomerType" NOT NULL DEFAULT 'RETAIL',
  created_from varchar(256),
  final_transaction_amount numeric(30, 12) NOT NULL,
  tax_amount numeric(30, 12) NOT NULL,
  external_created_at timestamptz(3) NOT NULL,
  external_updated_at timestamptz(3) NOT NULL,
  document json NOT NULL,
  snapshot json NOT NULL,
  input_digest char(43) NOT NULL,
  tax_digest char(43) NOT NULL,
  rate_book_version varchar(64) NOT NULL,
  calculation_number int NOT NULL DEFAULT 1,
  totals jsonb,
  totals_form smallint,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version int NOT NULL DEFAULT 1,
  changed_by jsonb,
  PRIMARY KEY (tenant_id, service_id),
  FOREIGN KEY (tenant_id, customer_id) REFERENCES customers (tenant_id, service_id) ON DELETE RESTRICT
);
CREATE INDEX transactions_tenant_id_created_at_service_id_idx
  ON transactions (tenant_id, created_at DESC, service_id DESC);
CREATE INDEX transactions_tenant_id_customer_id_created_at_service_id_idx
  ON transactions (tenant_id, customer_id, created_at DESC, service_id DESC);
CREATE INDEX transactions_tenant_id_created_from_source_idx ON transactions (tenant_id, created_from, source);
CREATE INDEX transactions_tenant_id_tax_date_created_at_service_id_idx
  ON transactions (tenant_id, tax_date, created_at, service_id);
CREATE INDEX transactions_tenant_id_updated_at_service_id_idx ON transactions (tenant_id, updated_at, service_id);
CREATE INDEX transactions_tenant_id_external_id_service_id_idx ON transactions (tenant_id, external_id, service_id);
CREATE INDEX transactions_tenant_id_final_transaction_amount_service_id_idx
  ON transactions (tenant_id, final_transaction_amount, service_id);
CREATE INDEX transactions_place_idx ON transactions (tenant_id, country, state, tax_date, created_at, service_id);
CREATE UNIQUE INDEX transactions_tenant_id_source_external_id_key ON transactions (tenant_id, source, external_id);
-- The documents reported later than their tax date: few.
CREATE INDEX transactions_reported_idx ON transactions (tenant_id, country, state, reported_on)
  WHERE reported_on IS NOT NULL;
-- The documents whose totals are still to be worked out: none, most of the time.
CREATE INDEX transactions_without_totals_idx ON transactions (tenant_id, service_id) WHERE totals IS NULL;
-- The documents whose items are taxed elsewhere than the document itself.
CREATE INDEX transactions_elsewhere_idx ON transactions (tenant_id, tax_date) WHERE (totals -> 'elsewhere') IS NOT NULL;

-- A calculation that a later one replaced, with the document as it stood; never changed.
CREATE TABLE calculations (
  tenant_id uuid NOT NULL,
  transaction_id uuid NOT NULL,
  calculation_number int NOT NULL,
  document json NOT NULL,
  snapshot json NOT NULL,
  rate_book_version varchar(64) NOT NULL,
  replaced_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, transaction_id, calculation_number),
  FOREIGN KEY (tenant_id, transaction_id) REFERENCES transactions (tenant_id, service_id) ON DELETE RESTRICT
);

-- What tenants declare ----------------------------------------------------------------------------------------------

-- The nexus and registrations of a US state, a country or a region, the past included.
CREATE TABLE nexus (
  tenant_id uuid NOT NULL,
  country varchar(2) NOT NULL,
  state varchar(20) NOT NULL DEFAULT '',
  physical_nexus json NOT NULL,
  economic_nexus json NOT NULL,
  registrations json NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version int NOT NULL DEFAULT 1,
  changed_by jsonb,
  PRIMARY KEY (tenant_id, country, state),
  FOREIGN KEY (tenant_id) REFERENCES tenants (tenant_id) ON DELETE RESTRICT
);

-- What one unit of a currency was worth in another on a day, as a publisher said.
CREATE TABLE exchange_rates (
  tenant_id uuid NOT NULL,
  from_currency varchar(3) NOT NULL,
  to_currency varchar(3) NOT NULL,
  date date NOT NULL,
  rate numeric NOT NULL,
  source varchar(256) NOT NULL,
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  changed_by jsonb,
  PRIMARY KEY (tenant_id, from_currency, to_currency, date),
  FOREIGN KEY (tenant_id) REFERENCES tenants (tenant_id) ON DELETE RESTRICT
);

-- Returns -----------------------------------------------------------------------------------------------------------

CREATE TYPE "TaxReturnStatus" AS ENUM ('DRAFT', 'FILING', 'FILED', 'AMENDED', 'REOPENING');

-- A return that was filed at least once. Its period is closed unless it is a draft again.
CREATE TABLE returns (
  tenant_id uuid NOT NULL,
  service_id uuid NOT NULL,
  country varchar(2) NOT NULL,
  state varchar(20) NOT NULL DEFAULT '',
  scheme varchar(40) NOT NULL DEFAULT 'STANDARD',
  from_on date NOT NULL,
  to_on date NOT NULL,
  status "TaxReturnStatus" NOT NULL,
  filing_count int NOT NULL DEFAULT 0,
  figures_digest varchar(64),
  reopening_reason text,
  reference_number text,
  amount_paid numeric(30, 12),
  paid_currency varchar(3),
  claim_id uuid,
  claimed_until timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version int NOT NULL DEFAULT 1,
  changed_by jsonb,
  PRIMARY KEY (tenant_id, service_id)
);
CREATE INDEX returns_tenant_id_to_on_idx ON returns (tenant_id, to_on);
CREATE INDEX returns_tenant_id_created_at_service_id_idx ON returns (tenant_id, created_at DESC, service_id DESC);
CREATE UNIQUE INDEX returns_tenant_id_country_state_scheme_from_on_to_on_key
  ON returns (tenant_id, country, state, scheme, from_on, to_on);

-- The figures of a return as they were when it was filed. Never changed.
CREATE TABLE return_filings (
  tenant_id uuid NOT NULL,
  return_id uuid NOT NULL,
  number int NOT NULL,
  filed_at timestamptz(3) NOT NULL,
  filed_by text,
  reference_number text,
  amount_paid numeric(30, 12),
  paid_currency varchar(3),
  transaction_count int NOT NULL,
  figures json NOT NULL,
  PRIMARY KEY (tenant_id, return_id, number),
  FOREIGN KEY (tenant_id, return_id) REFERENCES returns (tenant_id, service_id) ON DELETE CASCADE
);

-- Totals: what liability, nexus and returns add up (src/stores/totals/README.md) ------------------------------------

-- What changed in the totals of documents, noted by a trigger, until it is folded into the sums below.
CREATE TABLE total_changes (
  tenant_id uuid NOT NULL,
  number bigserial NOT NULL,
  sign smallint NOT NULL,
  totals jsonb NOT NULL,
  PRIMARY KEY (tenant_id, number)
);

-- The sums of documents by day and place, each line once.
CREATE TABLE sales_totals (
  tenant_id uuid NOT NULL,
  reported_on date NOT NULL,
  country varchar(2) NOT NULL,
  state varchar(20) NOT NULL,
  digest uuid NOT NULL,
  tax_date date NOT NULL,
  tax_code text NOT NULL,
  reason varchar(30) NOT NULL,
  rate numeric(20, 12) NOT NULL,
  transaction_type "TransactionType" NOT NULL,
  currency varchar(3) NOT NULL,
  customer_type "CustomerType" NOT NULL,
  subsidiary text NOT NULL,
  gross_amount numeric(65, 12) NOT NULL,
  taxable_amount numeric(65, 12) NOT NULL,
  tax_amount numeric(65, 12) NOT NULL,
  fee_amount numeric(65, 12) NOT NULL,
  documents int NOT NULL,
  of_tax_code int NOT NULL,
  of_reason int NOT NULL,
  of_both int NOT NULL,
  of_rate int NOT NULL,
  of_tax_code_and_rate int NOT NULL,
  of_reason_and_rate int NOT NULL,
  of_all int NOT NULL,
  PRIMARY KEY (tenant_id, reported_on, country, state, digest)
);

-- The same for each jurisdiction that a line was assessed in.
CREATE TABLE jurisdiction_totals (
  tenant_id uuid NOT NULL,
  reported_on date NOT NULL,
  country varchar(2) NOT NULL,
  state varchar(20) NOT NULL,
  digest uuid NOT NULL,
  jurisdiction_id text NOT NULL,
  level varchar(10) NOT NULL,
  name text NOT NULL,
  tax_code text NOT NULL,
  reason varchar(30) NOT NULL,
  rate numeric(20, 12) NOT NULL,
  transaction_type "TransactionType" NOT NULL,
  currency varchar(3) NOT NULL,
  customer_type "CustomerType" NOT NULL,
  subsidiary text NOT NULL,
  gross_amount numeric(65, 12) NOT NULL,
  taxable_amount numeric(65, 12) NOT NULL,
  tax_amount numeric(65, 12) NOT NULL,
  documents int NOT NULL,
  of_tax_code int NOT NULL,
  of_reason int NOT NULL,
  of_both int NOT NULL,
  of_rate int NOT NULL,
  of_tax_code_and_rate int NOT NULL,
  of_reason_and_rate int NOT NULL,
  of_all int NOT NULL,
  PRIMARY KEY (tenant_id, reported_on, country, state, digest)
);

-- The rate book: what imports lay over the bundled one. No tenant owns it -------------------------------------------

CREATE TYPE "RateLayerKind" AS ENUM ('STATE_RATES', 'BOUNDARIES', 'CORRECTIONS');

-- A layer, never changed once it is committed.
CREATE TABLE rate_layers (
  layer_number serial NOT NULL,
  layer_id varchar(200),
  import_id uuid,
  kind "RateLayerKind" NOT NULL,
  state varchar(2),
  content json,
  PRIMARY KEY (layer_number)
);
CREATE UNIQUE INDEX rate_layers_layer_id_key ON rate_layers (layer_id);
CREATE INDEX rate_layers_import_id_idx ON rate_layers (import_id);

CREATE TYPE "BoundaryKind" AS ENUM ('ZIP', 'ZIP4', 'STREET');

CREATE TYPE "HouseParity" AS ENUM ('ODD', 'EVEN', 'BOTH');

-- One record of a boundary file. No foreign key: it would cost more than the row.
CREATE TABLE boundary_rows (
  layer_number int NOT NULL,
  zip_prefix varchar(5) NOT NULL,
  street varchar(100) NOT NULL,
  row_number int NOT NULL,
  kind "BoundaryKind" NOT NULL,
  valid_from date NOT NULL,
  valid_through date,
  zip_low varchar(5) NOT NULL,
  zip_high varchar(5) NOT NULL,
  plus4_low varchar(4),
  plus4_high varchar(4),
  house_low int,
  house_high int,
  house_parity "HouseParity",
  pre_direction varchar(20) NOT NULL,
  suffix varchar(20) NOT NULL,
  post_direction varchar(20) NOT NULL,
  stack int NOT NULL,
  PRIMARY KEY (layer_number, zip_prefix, street, row_number)
);

-- An import under way. One that gave no sign of life for minutes is dead, and the next one cleans up after it.
CREATE TABLE rate_imports (
  import_id uuid NOT NULL,
  alive_at timestamptz(3) DEFAULT current_timestamp,
  PRIMARY KEY (import_id)
);

-- The bundled rate book with layers over it, in order. Number 0, the bundled one alone, is not stored.
CREATE TABLE rate_book_versions (
  number int NOT NULL,
  created_at timestamptz(3) NOT NULL,
  note text NOT NULL,
  layer_ids text[],
  PRIMARY KEY (number)
);

-- What was put in force when; the newest row holds.
CREATE TABLE rate_book_activations (
  activation_number serial NOT NULL,
  number int NOT NULL,
  activated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (activation_number)
);

-- The audit trail (src/stores/audit/README.md) ----------------------------------------------------------------------

-- One row for each write of a record, written by a trigger in the same unit of work and never changed.
CREATE TABLE changes (
  tenant_id uuid NOT NULL,
  xid bigint NOT NULL,
  change_id uuid NOT NULL,
  at timestamptz(3) NOT NULL,
  record_type varchar(20) NOT NULL,
  record_id varchar(36) NOT NULL,
  record_key text NOT NULL,
  version int NOT NULL,
  client_id text,
  request_id text,
  members jsonb,
  digest bytea NOT NULL,
  PRIMARY KEY (tenant_id, xid, change_id)
);
CREATE INDEX changes_tenant_id_at_change_id_idx ON changes (tenant_id, at DESC, change_id DESC);
CREATE INDEX changes_tenant_id_record_id_at_idx ON changes (tenant_id, record_id, at);

-- A hash over all changes of the units of work that ended since the seal before, and over its hash.
CREATE TABLE change_seals (
  tenant_id uuid NOT NULL,
  number int NOT NULL,
  sealed_at timestamptz(3) NOT NULL,
  below_xid bigint NOT NULL,
  xid_offset bigint NOT NULL DEFAULT 0,
  changes int NOT NULL,
  hash bytea NOT NULL,
  PRIMARY KEY (tenant_id, number)
);

-- The last seal of a tenant, once more: a trail that was cut is noticed.
CREATE TABLE trail_heads (
  tenant_id uuid NOT NULL,
  seals int NOT NULL,
  hash bytea NOT NULL,
  signature bytea,
  PRIMARY KEY (tenant_id)
);

-- Webhooks (src/webhooks/README.md) ---------------------------------------------------------------------------------

CREATE TYPE "WebhookStatus" AS ENUM ('ACTIVE', 'DISABLED');

-- Where a tenant wants to be told of events.
CREATE TABLE webhook_endpoints (
  tenant_id uuid NOT NULL,
  service_id uuid NOT NULL,
  url varchar(2048) NOT NULL,
  event_types text[],
  description varchar(256),
  status "WebhookStatus" NOT NULL,
  disabled_reason text,
  secret text NOT NULL,
  secret_number int NOT NULL DEFAULT 1,
  previous_secret text,
  previous_secret_until timestamptz(3),
  active_since timestamptz(3) NOT NULL,
  failing_since timestamptz(3),
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  version int NOT NULL DEFAULT 1,
  changed_by jsonb,
  PRIMARY KEY (tenant_id, service_id)
);
CREATE INDEX webhook_endpoints_tenant_id_created_at_service_id_idx
  ON webhook_endpoints (tenant_id, created_at DESC, service_id DESC);

-- How far the events of a tenant are noted as deliveries. Only tenants with an active endpoint have one.
CREATE TABLE webhook_feeds (
  tenant_id uuid NOT NULL,
  xid bigint NOT NULL,
  change_id uuid NOT NULL,
  activation_number int NOT NULL,
  nexus_due_at timestamptz(3),
  expiring_due_at timestamptz(3),
  PRIMARY KEY (tenant_id)
);

-- What was told once and is not told again: a threshold that was reached in a period, the last day of a certificate.
CREATE TABLE webhook_notices (
  tenant_id uuid NOT NULL,
  key text NOT NULL,
  created_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, key)
);

CREATE TYPE "WebhookDeliveryStatus" AS ENUM ('PENDING', 'DELIVERED', 'FAILED');

-- An event on its way to an endpoint, or there.
CREATE TABLE webhook_deliveries (
  tenant_id uuid NOT NULL,
  number bigserial NOT NULL,
  service_id uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id uuid NOT NULL,
  event_type varchar(40) NOT NULL,
  occurred_at timestamptz(3) NOT NULL,
  subject text NOT NULL,
  data json NOT NULL,
  status "WebhookDeliveryStatus" NOT NULL DEFAULT 'PENDING',
  attempt_count int NOT NULL DEFAULT 0,
  due_at timestamptz(3) NOT NULL,
  claim_id uuid,
  attempts jsonb NOT NULL DEFAULT '[]',
  created_at timestamptz(3) NOT NULL,
  updated_at timestamptz(3) NOT NULL,
  PRIMARY KEY (tenant_id, number)
);
CREATE INDEX webhook_deliveries_tenant_id_created_at_service_id_idx
  ON webhook_deliveries (tenant_id, created_at DESC, service_id DESC);
CREATE UNIQUE INDEX webhook_deliveries_tenant_id_service_id_key ON webhook_deliveries (tenant_id, service_id);
-- Only deliveries that wait are looked for, and they are few.
CREATE INDEX webhook_deliveries_due_idx ON webhook_deliveries (tenant_id, endpoint_id, due_at)
  WHERE status = 'PENDING';
CREATE INDEX webhook_deliveries_subject_idx ON webhook_deliveries (tenant_id, endpoint_id, subject, number)
  WHERE status = 'PENDING';

-- Functions and triggers. Each section is a file of src/stores, which a test compares with the database -------------

-- src/stores/sql/importing.sql

-- Records that are moved here bring their changes and totals with them: what triggers note of every other write, they
-- do not note of these. Only the unit of work that says so is an import (importing.ts).
CREATE FUNCTION is_importing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('tollgate.importing', true), '') = 'on'
$$;

-- src/stores/totals/totals-triggers.sql

-- What a document adds to the totals is kept only as long as it is known to be true: a statement that writes what it is
-- worked out from, and does not say that it knows the totals in the form of today, leaves them unknown. Then they are
-- worked out again. So does a replica of another release, which writes another form or none.
CREATE FUNCTION require_known_totals() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.totals_form IS DISTINCT FROM 1 THEN
    NEW.totals := NULL;
  END IF;
  NEW.totals_form := NULL;
  RETURN NEW;
END $$;

-- What a write changes in the totals is noted in its own unit of work, whichever statement it is. Rows are only added:
-- writers that meet in the same sums never wait for each other.
CREATE FUNCTION note_total_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP <> 'INSERT' AND OLD.totals <> '{}' THEN
    INSERT INTO total_changes (tenant_id, sign, totals) VALUES (OLD.tenant_id, -1, OLD.totals);
  END IF;
  IF TG_OP <> 'DELETE' AND NEW.totals <> '{}' THEN
    INSERT INTO total_changes (tenant_id, sign, totals) VALUES (NEW.tenant_id, 1, NEW.totals);
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER require_known_totals
  BEFORE INSERT OR UPDATE OF document, snapshot, transaction_type, transaction_status, totals, totals_form
  ON transactions FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION require_known_totals();

CREATE TRIGGER note_total_change AFTER INSERT OR DELETE ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_total_change();

-- For every statement whose totals the first trigger may have made unknown, too.
CREATE TRIGGER note_total_change_of_update
  AFTER UPDATE OF document, snapshot, transaction_type, transaction_status, totals, totals_form
  ON transactions FOR EACH ROW WHEN (OLD.totals IS DISTINCT FROM NEW.totals) EXECUTE FUNCTION note_total_change();

-- src/stores/audit/audit-triggers.sql

-- Every write of a record is noted in its own unit of work, whichever statement it is.

-- By member, what it was and what it is. A member that is null is as good as absent.
CREATE FUNCTION changed_members(before jsonb, after jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE AS $$
  SELECT coalesce(jsonb_object_agg(key, jsonb_build_array(before -> key, after -> key)), '{}')
  FROM (SELECT jsonb_object_keys(before) UNION SELECT jsonb_object_keys(after)) AS keys (key)
  WHERE nullif(before -> key, 'null') IS DISTINCT FROM nullif(after -> key, 'null')
$$;

CREATE FUNCTION insert_change(tenant uuid, at timestamptz, type text, id text, key text, version int, changed_by jsonb,
  members jsonb)
RETURNS void LANGUAGE sql AS $$
  INSERT INTO changes (tenant_id, xid, change_id, at, record_type, record_id, record_key, version, client_id,
    request_id, members, digest)
  VALUES (tenant, pg_current_xact_id()::text::bigint, gen_random_uuid(), at, type, id, key, version,
    changed_by ->> 'clientId', changed_by ->> 'requestId', members,
    sha256(convert_to(coalesce(members::text, ''), 'UTF8')))
$$;

-- For tables whose columns are the members of their records; columns of JSON objects are taken apart.
CREATE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- What records do not have, or have in another column.
  unshown text[] := ARRAY['tenant_id', 'version', 'created_at', 'updated_at', 'changed_by', 'external_created_at',
    'external_updated_at', 'certificate_id', 'details', 'settings'];
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
CREATE TRIGGER note_change AFTER INSERT OR UPDATE ON nexus
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change('NEXUS');

-- Files are noted by their own row: a distributed database calls no function that writes over the rows of a table. A
-- file that is removed is emptied first, by whoever removes it.
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

-- Filing changes a column of many documents and leaves the documents themselves as they are: then these are not taken
-- apart.
CREATE FUNCTION note_change_of_transaction() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  before jsonb := '{}';
  after jsonb := '{}';
  members jsonb;
BEGIN
  IF TG_OP = 'UPDATE' THEN
    IF OLD.document::text <> NEW.document::text THEN
      before := OLD.document::jsonb;
      after := NEW.document::jsonb;
    END IF;
    members := changed_members(
      before || jsonb_build_object('customerId', OLD.customer_id, 'transactionType', OLD.transaction_type,
        'transactionStatus', OLD.transaction_status, 'transactionFilingStatus', OLD.transaction_filing_status,
        'rateBookVersion', OLD.rate_book_version, 'calculationNumber', OLD.calculation_number),
      after || jsonb_build_object('customerId', NEW.customer_id, 'transactionType', NEW.transaction_type,
        'transactionStatus', NEW.transaction_status, 'transactionFilingStatus', NEW.transaction_filing_status,
        'rateBookVersion', NEW.rate_book_version, 'calculationNumber', NEW.calculation_number));
    -- A refund raises the version of its invoice and changes nothing else.
    IF members = '{}' THEN
      RETURN NULL;
    END IF;
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.updated_at, 'TRANSACTION', NEW.service_id::text,
    NEW.source || '/' || NEW.external_id, NEW.version, NEW.changed_by, members);
  RETURN NULL;
END $$;

CREATE TRIGGER note_change AFTER INSERT ON transactions
  FOR EACH ROW WHEN (NOT is_importing()) EXECUTE FUNCTION note_change_of_transaction();
-- Updates that leave the version as it is complete a stored document and are no change of it.
CREATE TRIGGER note_change_of_update AFTER UPDATE ON transactions
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_change_of_transaction();

-- The trail has the digest of what was filed.
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
-- Who files it renews the claim without a change of the record.
CREATE TRIGGER note_change_of_update AFTER UPDATE ON returns
  FOR EACH ROW WHEN (OLD.version <> NEW.version) EXECUTE FUNCTION note_change_of_return();

-- The secrets stay out of the trail: it tells that they were changed. The deletion is noted as that of whoever wrote
-- the row last.
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
