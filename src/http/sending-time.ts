import { AppError } from '../domain/base/errors.ts';

/** How long a sender may take for the head of a request, and then for a body without a token. */
export const longestSendingMs = 10_000;

/** The text or bytes that a sender without a token sends. Refused once it has taken too long, however little is missing. */
export async function sentInTime<Body>(reading: Promise<Body>): Promise<Body> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<never>((_resolve, reject) => {
    const refuse = () => reject(new AppError('REQUEST_TIMEOUT', 'The request was not sent in time.'));
    timer = setTimeout(refuse, longestSendingMs).unref();
  });
  reading.catch(() => {}); // It may fail after it was refused.
  return Promise.race([reading, late]).finally(() => clearTimeout(timer));
}
