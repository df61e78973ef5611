const { model } = require('@medusajs/framework/utils');

/** A document to store in the gateway. Its content is frozen in `content`. */
exports.TollgateDocument = model.define('tollgate_document', {
  id: model.id({ prefix: 'tgdoc' }).primaryKey(),
  order_id: model.text().index(),
  external_id: model.text().unique(),
  kind: model.text(),
  state: model.text().index(),
  content: model.json(),
  attempts: model.number().default(0),
  next_attempt_at: model.dateTime(),
  last_error: model.text().nullable(),
  stored_at: model.dateTime().nullable(),
  platform_amount: model.text().nullable(),
  gateway_amount: model.text().nullable(),
});
