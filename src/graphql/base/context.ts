import { AppError } from '../../domain/base/errors.ts';
import type { Context, Session } from '../../ports/context.ts';
import type { LiveStreams } from '../subscriptions/live-streams.ts';
import type { LinePlaces } from '../transactions/line-places.ts';

/** What a resolver works with; the address of who asks is for the rate limit of the token endpoint. */
export type GraphqlContext = Context & {
  readonly remoteAddress: string;
  readonly linePlaces: LinePlaces;
  readonly streams: LiveStreams;
  /** The same made anew, as long as the token holds; throws `UNAUTHENTICATED` then. */
  renewed(): Promise<GraphqlContext>;
};

/** The session, whatever its scopes: for what belongs to a record that a use case has already given out. */
export function sessionOf(ctx: GraphqlContext): Session {
  if (!ctx.session) throw new AppError('UNAUTHENTICATED', 'Send a valid token: Authorization: Bearer <token>.');
  return ctx.session;
}
