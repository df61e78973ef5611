import type { IncomingMessage } from 'node:http';
import type { ExecutionResult } from 'graphql';
import { socketOf } from '../../http/client-address.ts';
import type { GraphqlContext } from '../base/context.ts';

/**
 * The state of one request. `req` is set for requests from Node's HTTP server; `remoteAddress`, if set, overrides the
 * address of the socket.
 */
export type Call = {
  readonly remoteAddress?: string;
  readonly req?: IncomingMessage;
  requestId?: string;
  /** The context, set as soon as the token is verified, before the body is read. */
  opened?: GraphqlContext;
  /** The reason to refuse the request before its operation is known. */
  refusal?: unknown;
  /** The body, once read. */
  text?: string;
  /** The result, once executed. */
  result?: ExecutionResult;
  /** `performance.now()` when the request arrived. */
  startedAt?: number;
};

export function addressOf(call: Call | undefined): string {
  return call?.remoteAddress ?? (call?.req && socketOf(call.req)?.remoteAddress) ?? '';
}
