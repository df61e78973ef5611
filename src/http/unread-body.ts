import type { RequestListener } from 'node:http';

const longestMs = 5_000;

/**
 * Reads and discards what is left of a body after its response, as of a file that was refused early: the connection can
 * then serve the next request. A client that goes on sending for longer is cut off.
 */
export function discardingUnreadBodies(listener: RequestListener): RequestListener {
  return (request, response) => {
    response.once('finish', () => {
      if (request.complete) return;
      const limit = setTimeout(() => request.destroy(), longestMs).unref();
      request.once('close', () => clearTimeout(limit));
      request.removeAllListeners('data'); // The web stream of the body would pause it again.
      request.removeAllListeners('readable');
      request.resume();
    });
    return listener(request, response);
  };
}
