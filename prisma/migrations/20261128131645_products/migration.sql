-- CreateTable
CREATE TABLE "products" (
    "tenant_id" UUID NOT NULL,
    "service_id" UUID NOT NULL,
    "source" VARCHAR(2) NOT NULL,
    "external_id" VARCHAR(256) NOT NULL,
    "name" VARCHAR(256),
    "category" VARCHAR(256),
    "tax_code" VARCHAR(256),
    "created_at" TIMESTAMPTZ(3) NOT NULL,
    "updated_at" TIMESTAMPTZ(3) NOT NULL,
    "version" INTEGER NOT NULL DEFAULT 1,
    "changed_by" JSONB,

    CONSTRAINT "products_pkey" PRIMARY KEY ("tenant_id","service_id")
);

-- CreateIndex
CREATE INDEX "products_tenant_id_created_at_service_id_idx" ON "products"("tenant_id", "created_at" DESC, "service_id" DESC);

-- CreateIndex
CREATE INDEX "products_tenant_id_category_tax_code_idx" ON "products"("tenant_id", "category", "tax_code");

-- CreateIndex
CREATE UNIQUE INDEX "products_tenant_id_source_external_id_key" ON "products"("tenant_id", "source", "external_id");

-- AddForeignKey
ALTER TABLE "products" ADD CONSTRAINT "products_tenant_id_fkey" FOREIGN KEY ("tenant_id") REFERENCES "tenants"("tenant_id") ON DELETE RESTRICT ON UPDATE NO ACTION;

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

UPDATE "compatibility" SET "oldest_migration" = '20261123080000_baseline';
