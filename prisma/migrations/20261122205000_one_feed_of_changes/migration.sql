-- Subscribers are told from the audit trail, as webhooks are: it notes every change, whoever listens.
DROP TRIGGER note_transaction_change ON transactions;

DROP FUNCTION note_transaction_change();

-- DropTable
DROP TABLE "change_watches";

-- DropTable
DROP TABLE "transaction_changes";
