import { randomUUID } from 'node:crypto';

/** Safe to log and to send back in a header. */
const acceptable = /^[\w.:~+/=@-]{1,128}$/;

/** The consumer's own id of its request, where it is usable, else a new one. */
export function requestIdOf(sent: string | null): string {
  return sent !== null && acceptable.test(sent) ? sent : randomUUID();
}
