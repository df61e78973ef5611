-- src/stores/audit/digest-trigger.sql
-- Documents that 0.1.0 wrote last have no digest until `tollgate migrate --back-fill` adds it. The trail enters it as a change that
-- changes nothing else, and of which no endpoint or subscriber learns.
CREATE FUNCTION note_added_digest() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM insert_change(NEW.tenant_id, now(), 'TRANSACTION', NEW.service_id::text, NEW.source || '/' || NEW.external_id,
    NEW.version, '{}', jsonb_build_object('recordDigest', jsonb_build_array(NULL, encode(NEW.record_digest, 'hex'))),
    NEW.record_digest);
  RETURN NULL;
END $$;

CREATE TRIGGER note_added_digest AFTER UPDATE OF record_digest ON transactions FOR EACH ROW
  WHEN (OLD.version = NEW.version AND OLD.record_digest IS NULL AND NEW.record_digest IS NOT NULL)
  EXECUTE FUNCTION note_added_digest();

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
