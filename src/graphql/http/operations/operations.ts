import type { GraphQLSchema } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { OnServed } from '../../../http/served-request.ts';
import type { CacheWatch } from '../../../ports/observation.ts';
import type { AnonymousLimit } from '../anonymous-limit.ts';
import type { Call } from '../call.ts';
import type { KnownRequests } from '../graphql-door.ts';
import { admittedOperations } from './admitted.ts';
import { createKnownRequests, type ShortWay } from './known.ts';
import { requireValidManifest } from './manifest.ts';
import { createPersistedOperations, type PersistedSettings, persistedOperations } from './persisted.ts';
import { servedOperations } from './served.ts';
import { createValidOperations, validatedOperations } from './validated.ts';

type Dependencies = {
  readonly schema: GraphQLSchema;
  readonly introspection: boolean;
  readonly persisted: PersistedSettings;
  readonly countAnonymous: AnonymousLimit;
  readonly onServed?: OnServed;
  readonly onCacheUsed?: CacheWatch;
};

/**
 * The plugins that turn an operation's text or id into a valid document and admit it, and the plugin that reports it as
 * served.
 */
type Operations = {
  readonly checks: readonly Plugin<object, Call>[];
  readonly served: readonly Plugin<object, Call>[];
  /** Creates the fast path for requests whose operation is already validated. */
  answerKnown(way: ShortWay): KnownRequests;
};

export function createOperations(deps: Dependencies): Operations {
  const { schema, introspection, countAnonymous, onServed, onCacheUsed } = deps;
  requireValidManifest(schema, deps.persisted.operations);
  const persisted = createPersistedOperations(deps.persisted);
  const valid = createValidOperations(onCacheUsed);
  return {
    checks: [
      persistedOperations(persisted),
      validatedOperations({ introspection, valid }),
      admittedOperations(schema, valid, countAnonymous),
    ],
    served: onServed ? [servedOperations(onServed)] : [],
    answerKnown: (way) => createKnownRequests({ ...way, schema, valid, persisted, onServed }),
  };
}
