import { randomUUID } from 'node:crypto';

/** A request as shown to operators, in the log and metrics: never with a body, a token or personal data. */
export type ServedRequest = {
  readonly door: 'REST' | 'GRAPHQL';
  /**
   * The operation: in REST, `GET /v1/customers/:serviceId`; in GraphQL, the kind and name, such as `query
   * findCustomers`.
   */
  readonly operation: string;
  readonly status: number;
  /** Time until the response began; a list or a subscription may continue after that. */
  readonly ms: number;
  readonly requestId: string;
  /** The client id; null without a valid token. */
  readonly clientId: string | null;
  /** Why the request was refused or failed; for GraphQL, the code of the first error. Absent otherwise. */
  readonly code?: string;
  /** The cost of an executed GraphQL operation, as reported in its response. */
  readonly cost?: number;
};

/** Called for every API request once its response is ready. */
export type OnServed = (request: ServedRequest) => void;

/** Request ids that are safe to log and to send back in a header. */
const acceptable = /^[\w.:~+/=@-]{1,128}$/;

/** The request id that the client sent, if it is valid; otherwise a new one. */
export function requestIdOf(sent: string | null): string {
  return sent !== null && acceptable.test(sent) ? sent : randomUUID();
}
