-- Lists filter by a column that states whether an exemption has a file.
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
