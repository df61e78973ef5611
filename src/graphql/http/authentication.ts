import type { Plugin } from 'graphql-yoga';
import { faultHeader } from '../../http/test-faults.ts';
import type { ContextHeaders } from '../../ports/context.ts';
import type { GraphqlContext } from '../base/context.ts';
import type { Call } from './call.ts';

/** Verifies the token using only the headers, so that an invalid token is refused before the body is read. */
export function authentication(
  open: (headers: ContextHeaders, call: Call) => Promise<GraphqlContext>,
): Plugin<object, Call> {
  return {
    async onRequestParse({ request, serverContext }) {
      if (serverContext.refusal !== undefined) throw serverContext.refusal;
      const { headers } = request;
      const sent = { authorization: headers.get('authorization'), fault: headers.get(faultHeader) };
      serverContext.opened ??= await open(sent, serverContext);
    },
  };
}
