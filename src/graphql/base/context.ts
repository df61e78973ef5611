import { AppError } from '../../domain/base/errors.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { EventStreams } from './event-streams.ts';

/** What resolvers work with. */
export type GraphqlContext = Context & {
  /** The client's address, for the rate limit of the token endpoint. */
  readonly remoteAddress: string;
  readonly streams: EventStreams;
  /** A new context for the same token. Throws `UNAUTHENTICATED` once the token is no longer valid. */
  renewed(): Promise<GraphqlContext>;
};

/** The session, whatever its scopes: for what belongs to a record that a use case has already given out. */
export function sessionOf(ctx: GraphqlContext): Session {
  if (!ctx.session) throw new AppError('UNAUTHENTICATED', 'Send a valid token: Authorization: Bearer <token>.');
  return ctx.session;
}
