import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';

export type ReceivedSpan = {
  readonly name: string;
  readonly traceId: string;
  readonly spanId: string;
  readonly parentSpanId?: string;
  readonly kind: number;
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly status: { readonly code?: number };
};

type OtlpSpan = Omit<ReceivedSpan, 'attributes'> & { attributes: { key: string; value: Record<string, unknown> }[] };
type OtlpBody = { resourceSpans: { resource: unknown; scopeSpans: { spans: OtlpSpan[] }[] }[] };

/** A collector of spans over OTLP that is also an endpoint for webhooks; it keeps the headers of both. */
export async function startSpanReceiver(status = 200) {
  const spans: ReceivedSpan[] = [];
  const texts: string[] = [];
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      requests.push({ path: request.url ?? '', headers: request.headers });
      if (request.url === '/v1/traces') {
        const text = Buffer.concat(chunks).toString();
        texts.push(text);
        spans.push(...spansIn(JSON.parse(text)));
      }
      response.writeHead(status, { 'Content-Type': 'application/json' }).end('{}');
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  const close = () => new Promise<void>((resolve) => server.close(() => resolve()));
  return { url: `http://127.0.0.1:${port}`, spans, texts, requests, close };
}

function spansIn({ resourceSpans }: OtlpBody): ReceivedSpan[] {
  return resourceSpans
    .flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans))
    .map((span) => ({
      ...span,
      attributes: Object.fromEntries(span.attributes.map(({ key, value }) => [key, Object.values(value)[0]])),
    }));
}
