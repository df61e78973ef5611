import type { IncomingMessage } from 'node:http';
import type { Socket } from 'node:net';

/** The socket of a request. Null if the connection ended early, or after its body was cut off: Node then detaches it. */
export const socketOf = (request: IncomingMessage): Socket | null => request.socket;
