import { createServer } from 'node:http';

/** Receives webhooks: for each version of a record, the ids of the events that reported it. */
export type Receiver = {
  readonly url: string;
  readonly told: ReadonlyMap<string, ReadonlySet<string>>;
  close(): void;
};

type Event = { readonly data: { readonly serviceId?: string; readonly version?: number } };

export async function startReceiver(): Promise<Receiver> {
  const told = new Map<string, Set<string>>();
  const server = createServer(async (request, response) => {
    const pieces: Buffer[] = [];
    for await (const piece of request) pieces.push(piece as Buffer);
    const { data } = JSON.parse(Buffer.concat(pieces).toString()) as Event;
    const version = `${data.serviceId} ${data.version}`;
    const ids = told.get(version) ?? new Set();
    told.set(version, ids.add(String(request.headers['webhook-id'])));
    response.writeHead(204).end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = address !== null && typeof address === 'object' ? address.port : 0;
  return { url: `http://127.0.0.1:${port}/`, told, close: () => void server.close() };
}
