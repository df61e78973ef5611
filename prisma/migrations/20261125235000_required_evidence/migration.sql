-- Whether an exemption has a file, for accounts that require one.
ALTER TABLE exemptions ADD COLUMN has_file boolean NOT NULL DEFAULT false;

-- src/stores/audit/audit-triggers.sql

-- For tables whose columns are the members of their records. Members of JSON columns are recorded separately.
CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  -- What records do not have, or have in another column.
  unshown text[] := ARRAY['tenant_id', 'version', 'created_at', 'updated_at', 'changed_by', 'external_created_at',
    'external_updated_at', 'certificate_id', 'details', 'settings', 'has_file'];
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

UPDATE exemptions SET has_file = true FROM exemption_files
  WHERE exemption_files.tenant_id = exemptions.tenant_id AND exemption_files.service_id = exemptions.service_id;

-- src/stores/exemptions/file-trigger.sql

-- Whether an exemption has a file is also in a column of its own, which lists filter by.
CREATE FUNCTION note_file_of_exemption() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF TG_OP = 'DELETE' THEN
    UPDATE exemptions SET has_file = false WHERE tenant_id = OLD.tenant_id AND service_id = OLD.service_id;
  ELSE
    UPDATE exemptions SET has_file = true WHERE tenant_id = NEW.tenant_id AND service_id = NEW.service_id AND NOT has_file;
  END IF;
  RETURN NULL;
END $$;

CREATE TRIGGER note_file_of_exemption AFTER INSERT OR DELETE ON exemption_files
  FOR EACH ROW EXECUTE FUNCTION note_file_of_exemption();
