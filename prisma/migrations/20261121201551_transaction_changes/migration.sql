-- CreateTable
CREATE TABLE "change_watches" (
    "tenant_id" UUID NOT NULL,
    "until" TIMESTAMPTZ(3) NOT NULL,

    CONSTRAINT "change_watches_pkey" PRIMARY KEY ("tenant_id")
);

-- CreateTable
CREATE TABLE "transaction_changes" (
    "tenant_id" UUID NOT NULL,
    "xid" BIGINT NOT NULL,
    "service_id" UUID NOT NULL,
    "version" INTEGER NOT NULL,
    "kind" VARCHAR(20) NOT NULL,
    "customer_id" UUID NOT NULL,
    "source" VARCHAR(2) NOT NULL,
    "transaction_type" "TransactionType" NOT NULL,
    "country" VARCHAR(2) NOT NULL,
    "state" VARCHAR(20) NOT NULL,
    "at" TIMESTAMPTZ(6) NOT NULL,

    CONSTRAINT "transaction_changes_pkey" PRIMARY KEY ("tenant_id","xid","service_id","version")
);



-- What Prisma has no words for. The row is noted in the unit of work that changes the document: it is there once that is
-- committed, and never otherwise. A tenant that nobody listens to pays for one look at a small table.
CREATE FUNCTION note_transaction_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
  kind text := 'CREATED';
BEGIN
  IF NOT EXISTS (SELECT FROM change_watches WHERE tenant_id = NEW.tenant_id AND until > clock_timestamp()) THEN
    RETURN NULL;
  END IF;
  IF TG_OP = 'UPDATE' THEN
    kind := CASE
      WHEN NEW.transaction_status = 'CANCELLED' AND OLD.transaction_status <> 'CANCELLED' THEN 'CANCELLED'
      WHEN NEW.updated_at = OLD.updated_at AND NEW.input_digest = OLD.input_digest THEN 'REFUNDED'
      ELSE 'REPLACED'
    END;
  END IF;
  INSERT INTO transaction_changes (tenant_id, xid, service_id, version, kind, customer_id, source, transaction_type,
    country, state, at)
  VALUES (NEW.tenant_id, pg_current_xact_id()::text::bigint, NEW.service_id, NEW.version, kind, NEW.customer_id,
    NEW.source, NEW.transaction_type, NEW.country, NEW.state, clock_timestamp())
  ON CONFLICT DO NOTHING;
  RETURN NULL;
END $$;

CREATE TRIGGER note_transaction_change AFTER INSERT OR UPDATE ON transactions
  FOR EACH ROW EXECUTE FUNCTION note_transaction_change();
