-- AlterTable
ALTER TABLE "exemption_files" ADD COLUMN     "changed_by" JSONB;


-- What Prisma has no words for. Files are noted as other records are, by the row itself: a distributed database calls no
-- function that writes over the rows of a table. A file that is removed is emptied first, by whoever removes it.
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
