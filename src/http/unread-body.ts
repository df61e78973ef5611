import type { RequestListener } from 'node:http';
import { socketOf } from './client-address.ts';

/**
 * Reads and discards the rest of a body after its response, for example of a file that was refused early, so that the
 * connection can serve the next request. A client that is still sending after `longestMs` is disconnected.
 */
export function discardingUnreadBodies(listener: RequestListener, longestMs = 5_000): RequestListener {
  return (request, response) => {
    const socket = socketOf(request);
    response.once('finish', () => {
      if (request.complete || socket === null) return;
      const cutOff = () => void (request.complete || socket.destroy()); // If the request is complete, the socket may already serve another request.
      const limit = setTimeout(cutOff, longestMs).unref();
      request.once('end', () => clearTimeout(limit));
      request.removeAllListeners('data'); // The web stream of the body would otherwise pause the request again.
      request.removeAllListeners('readable');
      request.resume();
    });
    return listener(request, response);
  };
}
