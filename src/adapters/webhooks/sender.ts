import { Resolver } from 'node:dns/promises';
import { Agent as HttpAgent, type IncomingMessage, request as requestHttp } from 'node:http';
import { Agent as HttpsAgent, request as requestHttps } from 'node:https';
import type { LookupFunction } from 'node:net';
import { addressIn, faultOfPort, isPublicAddress } from '../../domain/webhooks/webhook-target.ts';
import type { Tracing } from '../../ports/observation.ts';
import type { WebhookAnswer, WebhookRequest, WebhookSender } from '../../ports/webhook-sender.ts';

const limitMs = 15_000;
/** Response bodies are ignored, but up to this many bytes are received so that the endpoint can finish sending. */
const mostBodyBytes = 16 * 1_024;

type SenderSettings = {
  /** Whether endpoints may be in private networks, use plain HTTP and use any port. */
  readonly allowsPrivate: boolean;
  readonly timeoutMs?: number;
};

/**
 * Sends with Node's own client: no redirects, no proxy. A connection goes exactly to the checked address, even if the
 * name resolves to another address afterwards.
 */
export function createWebhookSender({ allowsPrivate, timeoutMs = limitMs }: SenderSettings): WebhookSender {
  const lookup = allowsPrivate ? undefined : publicLookup;
  const agentFor = createAgents();
  return {
    async send(request, stopping) {
      const url = new URL(request.url);
      const address = addressIn(url);
      if (!allowsPrivate && address !== null && !isPublicAddress(address)) return unanswered(notPublic);
      if (!allowsPrivate && url.protocol !== 'https:') return unanswered('The URL must begin with https://.');
      const portFault = allowsPrivate ? null : faultOfPort(url);
      if (portFault !== null) return unanswered(portFault);
      const timeout = AbortSignal.timeout(timeoutMs);
      try {
        return await post(url, request, { agentFor, lookup, signal: AbortSignal.any([timeout, stopping]) });
      } catch (error) {
        if (stopping.aborted) return unanswered('The gateway stopped.');
        if (timeout.aborted) return unanswered(`The endpoint did not respond within ${timeoutMs / 1_000} seconds.`);
        return unanswered(failureOf(error));
      }
    },
  };
}

const unanswered = (failure: string): WebhookAnswer => ({ kind: 'UNANSWERED', failure });
const notPublic = 'The host is not on the public Internet.';

type Sending = {
  /** False to open a separate connection. */
  readonly agentFor: (url: URL) => HttpAgent | false;
  readonly lookup: LookupFunction | undefined;
  readonly signal: AbortSignal;
};

/**
 * An idle connection is closed before most servers close it, and each name is looked up and checked again after a
 * while.
 */
const [idleMs, keptMs] = [4_000, 30_000];

/**
 * Connections are kept between requests, because opening a connection takes as long as several requests, and even
 * longer with TLS.
 */
function createAgents(): (url: URL) => HttpAgent {
  const create = () => {
    const options = { keepAlive: true, timeout: idleMs };
    return { http: new HttpAgent(options), https: new HttpsAgent(options), until: performance.now() + keptMs };
  };
  let agents = create();
  return ({ protocol }) => {
    if (performance.now() > agents.until) agents = create();
    return protocol === 'https:' ? agents.https : agents.http;
  };
}

function post(url: URL, webhook: WebhookRequest, sending: Sending): Promise<WebhookAnswer> {
  const { headers, body } = webhook;
  const { agentFor, lookup, signal } = sending;
  const request = url.protocol === 'https:' ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    let isAnswered = false;
    const sent = request(
      url,
      {
        method: 'POST',
        headers: { ...headers, 'content-length': Buffer.byteLength(body) },
        agent: agentFor(url),
        signal,
        ...(lookup && { lookup }),
      },
      (response) => {
        isAnswered = true;
        const answer = answerOf(response);
        drain(response, () => resolve(answer));
      },
    );
    sent.on('error', (error) => {
      // The endpoint has just closed a kept connection.
      if (sent.reusedSocket && !isAnswered && !signal.aborted)
        resolve(post(url, webhook, { ...sending, agentFor: () => false }));
      else reject(error);
    });
    sent.end(body);
  });
}

function answerOf({ statusCode = 0, headers }: IncomingMessage): WebhookAnswer {
  const seconds = /^\d{1,9}$/.test(headers['retry-after'] ?? '') ? Number(headers['retry-after']) : null;
  return { kind: 'ANSWERED', statusCode, retryAfterSeconds: seconds };
}

/** Discards the body. The answer does not depend on it, even if the body never ends. */
function drain(response: IncomingMessage, onEnd: () => void): void {
  let bytes = 0;
  response.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBodyBytes) response.destroy();
  });
  response.on('error', () => {});
  response.on('close', onEnd);
}

class TargetError extends Error {}

/**
 * Queries name servers directly instead of through the process's thread pool, which slow name servers would exhaust.
 */
const resolver = new Resolver({ timeout: 3_000, tries: 2 });

const publicLookup: LookupFunction = (hostname, options, callback) => {
  resolvePublic(hostname).then(
    (addresses) => {
      const [first] = addresses;
      if (options.all) callback(null, addresses);
      else callback(null, first!.address, first!.family);
    },
    (error: Error) => callback(error, '', 4),
  );
};

/** All addresses must be public: a name with any private address is refused. */
async function resolvePublic(hostname: string): Promise<{ address: string; family: 4 | 6 }[]> {
  const [four, six] = await Promise.all([
    resolver.resolve4(hostname).catch(() => []),
    resolver.resolve6(hostname).catch(() => []),
  ]);
  const addresses = [
    ...four.map((address) => ({ address, family: 4 as const })),
    ...six.map((address) => ({ address, family: 6 as const })),
  ];
  if (addresses.length === 0) throw new TargetError('The host name cannot be resolved.');
  if (!addresses.every(({ address }) => isPublicAddress(address))) throw new TargetError(notPublic);
  return addresses;
}

const known: Readonly<Record<string, string>> = {
  ECONNREFUSED: 'The endpoint refused the connection.',
  ECONNRESET: 'The endpoint closed the connection without a response.',
  ENOTFOUND: 'The host name cannot be resolved.',
  EHOSTUNREACH: 'The endpoint cannot be reached.',
  ENETUNREACH: 'The endpoint cannot be reached.',
  ETIMEDOUT: 'The endpoint cannot be reached.',
  CERT_HAS_EXPIRED: 'The certificate has expired.',
  DEPTH_ZERO_SELF_SIGNED_CERT: 'The certificate is not signed by a known authority.',
  SELF_SIGNED_CERT_IN_CHAIN: 'The certificate is not signed by a known authority.',
  UNABLE_TO_VERIFY_LEAF_SIGNATURE: 'The certificate is not signed by a known authority.',
  ERR_TLS_CERT_ALTNAME_INVALID: 'The certificate is for another host.',
};

/** Uses our own wording, because a system error may reveal addresses in the gateway's network. */
function failureOf(error: unknown): string {
  if (error instanceof TargetError) return error.message;
  const code = error instanceof Error && 'code' in error ? String(error.code) : '';
  return known[code] ?? 'The connection failed.';
}

/** Each attempt is a separate trace, which the endpoint can continue from the headers `traceparent` and `tracestate`. */
export function tracedSender(sender: WebhookSender, tracing: Tracing): WebhookSender {
  return {
    send: (request, signal) =>
      tracing.call(
        { name: 'webhook', method: 'POST', url: request.url },
        (headers) => sender.send({ ...request, headers: { ...request.headers, ...headers } }, signal),
        (answer) => (answer.kind === 'ANSWERED' ? answer.statusCode : null),
      ),
  };
}
