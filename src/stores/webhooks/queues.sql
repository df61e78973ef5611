-- The expressions in the indexes of waiting deliveries. The planner is told that these functions cost a lot, so it only uses the index
-- that has their values. Otherwise, all indexes that begin with the tenant seem equally good for a tenant that had no deliveries
-- when the statistics were sampled, and each claim could read everything that waits. In PL/pgSQL, as functions in SQL are
-- replaced by what they do, and their costs with them.

CREATE FUNCTION queue_of(endpoint_id uuid) RETURNS uuid LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000000 AS $$
BEGIN
  RETURN endpoint_id;
END
$$;

-- A queue within the queue of the endpoint: what is delivered one by one, in order.
CREATE FUNCTION record_queue_of(endpoint_id uuid, subject text) RETURNS text LANGUAGE plpgsql IMMUTABLE PARALLEL SAFE COST 1000000
AS $$
BEGIN
  RETURN endpoint_id || ' ' || subject;
END
$$;
