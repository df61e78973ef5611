-- A refund of the tax alone now takes its sales from the reason they had, and adds them to those of exempt customers. What it
-- adds is worked out again; the trigger takes away what it added before.
UPDATE transactions SET totals = NULL
  WHERE transaction_type = 'REFUND' AND totals IS NOT NULL AND document -> 'credit' ->> 'kind' = 'TAX_ONLY';
