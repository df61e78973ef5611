-- Records that are moved here bring their changes and totals with them: what triggers note of every other write, they
-- do not note of these. Only the unit of work that says so is an import (importing.ts).
CREATE FUNCTION is_importing() RETURNS boolean LANGUAGE sql STABLE AS $$
  SELECT coalesce(current_setting('tollgate.importing', true), '') = 'on'
$$;
