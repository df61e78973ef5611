import type { RequestListener } from 'node:http';
import type { Socket } from 'node:net';

/**
 * Reads and discards what is left of a body after its response, as of a file that was refused early: the connection can
 * then serve the next request. A client that goes on sending for longer is cut off.
 */
export function discardingUnreadBodies(listener: RequestListener, longestMs = 5_000): RequestListener {
  return (request, response) => {
    const socket: Socket | null = request.socket; // The socket can be gone when the connection ends first.
    response.once('finish', () => {
      if (request.complete || socket === null) return;
      const cutOff = () => void (request.complete || socket.destroy()); // After a complete one, others may be in progress.
      const limit = setTimeout(cutOff, longestMs).unref();
      request.once('end', () => clearTimeout(limit));
      request.removeAllListeners('data'); // The web stream of the body would pause it again.
      request.removeAllListeners('readable');
      request.resume();
    });
    return listener(request, response);
  };
}
