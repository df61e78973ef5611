import { AppError } from '../domain/base/errors.ts';

/** Time limit for the head of a request and, separately, for the body of a request without a token. */
export const longestSendingMs = 10_000;

/**
 * Reads a body sent without a token, as text or bytes. Refuses the body once it takes too long, however little is
 * missing.
 */
export async function sentInTime<Body>(reading: Promise<Body>, limitMs = longestSendingMs): Promise<Body> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new AppError('REQUEST_TIMEOUT', 'The request did not arrive in time.'));
    timer = setTimeout(refuse, limitMs).unref();
  });
  reading.catch(() => {}); // Reading may fail after the body was refused.
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
