import type { IncomingMessage } from 'node:http';
import type { ExecutionResult } from 'graphql';
import type { GraphqlContext } from '../base/context.ts';

/** A request in progress, as a web request with its client's address, or from Node's HTTP server. */
export type Call = {
  readonly remoteAddress?: string;
  readonly req?: IncomingMessage;
  requestId?: string;
  /** Set as soon as the token is verified, before the body is read. */
  opened?: GraphqlContext;
  /** Why the request is refused before its operation is known. */
  refusal?: unknown;
  /** The body, if it has been read. */
  text?: string;
  /** The result, if the operation has been executed. */
  result?: ExecutionResult;
  /** `performance.now()` when the request arrived. */
  startedAt?: number;
};

export function addressOf(call: Call | undefined): string {
  return call?.remoteAddress ?? call?.req?.socket.remoteAddress ?? '';
}
