import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/**
 * The socket of a request; null if the connection ended early, or after its body was cut off. Node then detaches the
 * socket.
 */
export const socketOf = (request: IncomingMessage): Socket | null => request.socket;
