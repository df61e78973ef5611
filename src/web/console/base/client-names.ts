import { clientNamesOperation } from './operations.ts';
import { useQuery } from './query.ts';

/** The names of API clients by id; empty for a role without access to clients. */
export function useClientNames(): ReadonlyMap<string, string> {
  const { data } = useQuery(clientNamesOperation, {});
  return new Map(data?.clients?.nodes.map(({ clientId, name }) => [clientId, name]));
}
