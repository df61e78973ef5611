-- The digests of what the figures of a filing are made from, beside those of whole documents: see src/stores/returns/filed-inputs.ts.
ALTER TABLE filed_documents ADD COLUMN inputs bytea;
-- As for the digests of documents: a part is read without the rest.
ALTER TABLE filed_documents ALTER COLUMN inputs SET STORAGE EXTERNAL;
