import { randomUUID } from 'node:crypto';

/** Request ids that are safe to log and to send back in a header. */
const acceptable = /^[\w.:~+/=@-]{1,128}$/;

/** The request id that the client sent, if it is valid; otherwise a new one. */
export function requestIdOf(sent: string | null): string {
  return sent !== null && acceptable.test(sent) ? sent : randomUUID();
}
