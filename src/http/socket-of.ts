import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The socket of a request; null once Node has detached it, because the connection ended early or the body was cut off.
 */
export const socketOf = (request: IncomingMessage): Socket | null => request.socket;
