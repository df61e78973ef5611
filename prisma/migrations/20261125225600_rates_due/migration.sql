-- When announced changes of rates are looked at next. Feeds that exist, and those that an earlier release starts, look at once.
ALTER TABLE webhook_feeds ADD COLUMN rates_due_at timestamptz(3) DEFAULT now();
