-- src/stores/audit/audit-triggers.sql

CREATE OR REPLACE FUNCTION note_change_of_client() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  -- The trail has clients by their key alone.
  IF NEW.changed_by ? 'claim' THEN
    PERFORM note_outcome(NEW.tenant_id, NEW.changed_by, NEW.client_id);
  END IF;
  PERFORM insert_change(NEW.tenant_id, NEW.changed_at, 'CLIENT', '', NEW.client_id, NEW.version, NEW.changed_by,
    NEW.members);
  RETURN NULL;
END $$;
