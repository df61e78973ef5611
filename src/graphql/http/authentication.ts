import type { Plugin } from 'graphql-yoga';
import type { GraphqlContext } from '../base/context.ts';
import type { Call } from './call.ts';

/** Verifies the token from the headers alone: a wrong one is refused before the body is read. */
export function authentication(
  open: (authorization: string | null, call: Call) => Promise<GraphqlContext>,
): Plugin<object, Call> {
  return {
    async onRequestParse({ request, serverContext }) {
      if (serverContext.refusal !== undefined) throw serverContext.refusal;
      serverContext.opened ??= await open(request.headers.get('authorization'), serverContext);
    },
  };
}
