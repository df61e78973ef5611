const crlf = '\r\n';
const head = (...lines: readonly string[]) => `${[...lines, 'Connection: close'].join(crlf)}${crlf}${crlf}`;

/** Bytes that no HTTP library sends, with the accepted statuses; 0 means that the connection is closed without a response. */
export const rawRequests: readonly {
  readonly name: string;
  readonly bytes: string;
  readonly status: readonly number[];
}[] = [
  { name: '5,000 headers', bytes: head('GET /health/live HTTP/1.1', 'Host: x', ...headers(5_000)), status: [431] },
  { name: 'a header of 100 kB', bytes: head('GET / HTTP/1.1', 'Host: x', `A: ${'a'.repeat(100_000)}`), status: [431] },
  { name: 'a target of 100 kB', bytes: head(`GET /${'a'.repeat(100_000)} HTTP/1.1`, 'Host: x'), status: [414, 431] },
  {
    name: 'two lengths',
    bytes: head('POST /graphql HTTP/1.1', 'Host: x', 'Content-Length: 1', 'Content-Length: 2'),
    status: [400],
  },
  {
    name: 'a length and chunks',
    bytes: `${head('POST /graphql HTTP/1.1', 'Host: x', 'Content-Length: 4', 'Transfer-Encoding: chunked')}0${crlf}${crlf}`,
    status: [400],
  },
  {
    name: 'a chunk of impossible size',
    bytes: `${head('POST /v1/token HTTP/1.1', 'Host: x', 'Transfer-Encoding: chunked')}FFFFFFFFFFFFFFFFF${crlf}`,
    status: [400],
  },
  { name: 'no host', bytes: head('GET /graphql HTTP/1.1'), status: [400] },
  { name: 'a host that is none', bytes: head('GET /graphql?query={__typename} HTTP/1.1', 'Host: a b'), status: [400] },
  { name: 'a star', bytes: head('GET * HTTP/1.1', 'Host: x'), status: [400] },
  { name: 'a backslash', bytes: head('GET /v1/\\x HTTP/1.1', 'Host: x'), status: [400, 404] },
  { name: 'HTTP/2 without a handshake', bytes: `PRI * HTTP/2.0${crlf}${crlf}SM${crlf}${crlf}`, status: [400] },
  { name: 'TLS on a plain port', bytes: '\u0016\u0003\u0001\u0002\u0000\u0001\u0000', status: [400] },
  { name: 'a tunnel', bytes: head('CONNECT x:443 HTTP/1.1', 'Host: x'), status: [400, 405] },
  {
    name: 'an upgrade',
    bytes: head('GET /graphql HTTP/1.1', 'Host: x', 'Upgrade: websocket', 'Sec-WebSocket-Key: a'),
    status: [400, 406, 426],
  },
];

function headers(count: number): string[] {
  return Array.from({ length: count }, (_, index) => `X-${index}: 1`);
}
