import { once } from 'node:events';
import { connect } from 'node:net';

export type RawResponse = { readonly status: number; readonly head: string; readonly body: string };

/** Sends raw bytes, and reads the response until the server closes the connection. */
export async function askRaw(port: number, ...parts: readonly (string | Buffer)[]): Promise<RawResponse> {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => {}); // The server may close while the rest is being sent.
  const read: Buffer[] = [];
  socket.on('data', (part) => read.push(part));
  for (const part of parts) socket.write(part);
  await once(socket, 'close');
  const [head = '', ...body] = Buffer.concat(read).toString('utf8').split('\r\n\r\n');
  return { status: Number(head.split(' ')[1]), head, body: body.join('\r\n\r\n') };
}
