import type { IncomingMessage } from 'node:http';
import type { HonoRequest } from 'hono';
import type { Logger } from 'pino';
import type { Demo } from '../../domain/account/demo.ts';
import type { Scope } from '../../domain/account/scope.ts';
import type { Inputs, InputsByKind } from '../../domain/input-schemas.ts';
import type { HttpSettings } from '../../http/http-settings.ts';
import type { OnServed } from '../../http/served-request.ts';
import type { Authenticator } from '../../ports/authenticator.ts';
import type { Context, ContextFactory, Session } from '../../ports/context.ts';
import type { Tracing } from '../../ports/observation.ts';
import type { RateBookInForce } from '../../ports/reference-data.ts';
import type { Stores } from '../../ports/stores.ts';
import type { Operation } from './operation.ts';

export type RestDependencies = {
  readonly stores: Pick<Stores, 'checkWrites' | 'forTenant'>;
  readonly rateBook: RateBookInForce;
  readonly authenticator: Authenticator;
  readonly log: Logger;
  readonly http: HttpSettings;
  readonly contextOf: ContextFactory;
  /**
   * The input schemas for the rate book of the tenant. Routes without a token and the OpenAPI document use the rate
   * book of live tenants.
   */
  readonly inputs: Inputs;
  readonly inputsByKind: InputsByKind;
  /** Issues demo tokens for the interactive pages. Present only in the demo store. */
  readonly demo: Demo | null;
  /** Aborted when the gateway begins to stop. */
  readonly stopping: AbortSignal;
  readonly onServed?: OnServed;
  /** Absent unless tracing is on. */
  readonly useCases?: Pick<Tracing, 'useCase'>;
  now(): Date;
};

/** The input of a handler, which reads the request's body itself. */
export type OpenCall = {
  readonly request: HonoRequest;
  readonly requestId: string;
  readonly remoteAddress: string;
  /** The other end of the connection, which may be a proxy. */
  readonly peerAddress: string;
  /** Absent without Node's HTTP server. */
  readonly incoming?: IncomingMessage;
  readonly deps: RestDependencies;
};

export type RouteCall = OpenCall & { readonly ctx: Context; readonly session: Session };

/** A response without the common headers; `body` is the complete text, or a stream of its parts. */
export type Reply = {
  readonly status: number;
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** The content that an `Idempotency-Key` keeps instead of a body with a secret; see `withSecret`. */
  readonly kept?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

/** A deprecated route: its start and end dates, and a link to the documentation of its replacement. */
export type Deprecation = { readonly since: Date; readonly sunset: Date; readonly link: string };

export type RouteOptions = {
  /** The media types of the responses, the most common one first. Default: JSON. */
  readonly produces?: readonly string[];
  /** The media type of request bodies. Default: JSON. */
  readonly consumes?: string;
  /** The size limit of request bodies. Default: 2 MB. */
  readonly mostBytes?: number;
  /** Whether request bodies are streamed. */
  readonly isStreamed?: boolean;
  /** A POST without effects, for which an `Idempotency-Key` is ignored. */
  readonly storesNothing?: boolean;
  /**
   * For a POST that must not be executed twice if the process dies before keeping the first response. Returns the
   * response derived from the `outcome` of the key, or null if the request must still be executed.
   */
  readonly recall?: (call: RouteCall, outcome: string) => Promise<Reply | null>;
  readonly deprecated?: Deprecation;
  /** The route's entry in the OpenAPI document. Routes without an entry are omitted from the document. */
  readonly operation?: Operation;
};

/**
 * The scopes that the token needs; empty for any valid token, null for routes without a token. Requests without the
 * scopes are refused before their body is read.
 */
export type Route = { readonly method: Method; readonly path: string; readonly options?: RouteOptions } & (
  | { readonly scopes: null; handle(call: OpenCall): Promise<Reply> }
  | { readonly scopes: readonly Scope[]; handle(call: RouteCall): Promise<Reply> }
);

export function openRoute(
  method: Method,
  path: string,
  handle: (call: OpenCall) => Promise<Reply>,
  options?: RouteOptions,
): Route {
  return { method, path, scopes: null, handle, options };
}

export function route(
  method: Method,
  path: string,
  needs: Scope | 'any' | readonly Scope[],
  handle: (call: RouteCall) => Promise<Reply>,
  options?: RouteOptions,
): Route {
  const scopes = needs === 'any' ? [] : [needs].flat();
  return { method, path, scopes, handle, options };
}

export function jsonReply(
  status: number,
  value: unknown,
  headers?: Reply['headers'],
): Reply & { readonly body: string } {
  return { status, body: JSON.stringify(value), headers };
}

/** Adds a secret to the first response only: an `Idempotency-Key` keeps the reply without it. */
export function withSecret(reply: Reply & { readonly body: string }, value: unknown): Reply {
  return { ...reply, body: JSON.stringify(value), kept: reply.body };
}

export const emptyReply: Reply = { status: 204, body: null };
