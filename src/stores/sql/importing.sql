-- An archive includes the changes and totals of its records, so triggers record nothing for imported records. A unit of work
-- is an import only if it declares itself one (importing.ts).
CREATE FUNCTION is_importing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('tollgate.importing', true), '') = 'on'
$$;
