import type { Inputs } from '../../domain/input-schemas.ts';
import type { Authenticator } from '../../ports/authenticator.ts';
import { authenticated, type Context } from '../../ports/context.ts';
import type { Tracing } from '../../ports/observation.ts';
import type { EventStreams } from './event-streams.ts';
import type { Loaders } from './loaders.ts';

export type GraphqlContext = Context & {
  /** The client's address, for rate limits on requests without a token. */
  readonly remoteAddress: string;
  /** The schemas of the inputs, for the rate book in force. */
  readonly inputs: Inputs;
  readonly tokens: Pick<Authenticator, 'issueToken'>;
  /** The loaders of the session; null without a session. */
  readonly loaders: Loaders | null;
  readonly streams: EventStreams;
  /** The use case spans; absent unless tracing is on. */
  readonly useCases?: Pick<Tracing, 'useCase'>;
  /** A new context for the same token. Throws `UNAUTHENTICATED` once the token is no longer valid. */
  renewed(): Promise<GraphqlContext>;
};

/** The loaders of the request, regardless of its scopes. Throws `UNAUTHENTICATED` without a session. */
export function loadersOf(ctx: GraphqlContext): Loaders {
  authenticated(ctx);
  if (!ctx.loaders) throw new Error('A context with a session has loaders.');
  return ctx.loaders;
}
