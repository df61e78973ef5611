-- Imported records bring their changes and totals with them, so triggers record nothing for them. Only a unit of work that
-- declares itself an import is one (importing.ts).
CREATE FUNCTION is_importing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('tollgate.importing', true), '') = 'on'
$$;
