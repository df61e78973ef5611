-- The expressions in the indexes of pending deliveries. These functions declare a high cost, so the planner uses only the
-- index that contains their values. Otherwise, all indexes that begin with the tenant seem equally good for a tenant that had
-- no deliveries when the statistics were sampled, and each claim could read all pending deliveries. Written in PL/pgSQL,
-- because PostgreSQL inlines SQL functions and then ignores their cost.

CREATE FUNCTION queue_of(endpoint_id uuid) RETURNS uuid LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000000 AS $$
BEGIN
  RETURN endpoint_id;
END
$$;

-- A queue within the queue of the endpoint. Its deliveries are sent one at a time, in order.
CREATE FUNCTION record_queue_of(endpoint_id uuid, subject text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000000
AS $$
BEGIN
  RETURN endpoint_id || ' ' || subject;
END
$$;
