const { Migration } = require('@medusajs/framework/mikro-orm/migrations');

class Migration20261125150000 extends Migration {
  up() {
    this.addSql(`CREATE TABLE IF NOT EXISTS "tollgate_document" ("id" text NOT NULL, "order_id" text NOT NULL,
      "external_id" text NOT NULL, "kind" text NOT NULL, "state" text NOT NULL, "content" jsonb NOT NULL,
      "attempts" integer NOT NULL DEFAULT 0, "next_attempt_at" timestamptz NOT NULL, "last_error" text NULL,
      "stored_at" timestamptz NULL, "platform_amount" text NULL, "gateway_amount" text NULL,
      "created_at" timestamptz NOT NULL DEFAULT now(), "updated_at" timestamptz NOT NULL DEFAULT now(),
      "deleted_at" timestamptz NULL, CONSTRAINT "tollgate_document_pkey" PRIMARY KEY ("id"));`);
    this.addSql(`CREATE UNIQUE INDEX IF NOT EXISTS "IDX_tollgate_document_external_id_unique"
      ON "tollgate_document" ("external_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_tollgate_document_order_id"
      ON "tollgate_document" ("order_id") WHERE deleted_at IS NULL;`);
    this.addSql(`CREATE INDEX IF NOT EXISTS "IDX_tollgate_document_state"
      ON "tollgate_document" ("state") WHERE deleted_at IS NULL;`);
  }

  down() {
    this.addSql('DROP TABLE IF EXISTS "tollgate_document" CASCADE;');
  }
}
exports.Migration20261125150000 = Migration20261125150000;
