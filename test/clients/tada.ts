import { initGraphQLTada } from 'gql.tada';
import type { introspection } from './generated/introspection.d.ts';
import type { Scalars } from './scalars.ts';

export type { ResultOf, VariablesOf } from 'gql.tada';

/** Operations whose types are inferred from their text. */
export const graphql = initGraphQLTada<{ introspection: introspection; scalars: Scalars }>();
