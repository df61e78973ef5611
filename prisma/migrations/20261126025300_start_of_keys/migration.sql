-- The start of a key is found, too, and costs no index of its own.
CREATE INDEX changes_key_start_idx ON changes (tenant_id, lower(record_key COLLATE "C") COLLATE "C", at, change_id);
DROP INDEX changes_record_key_idx;
