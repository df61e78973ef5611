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
  /** Those of the tenant; of live tenants for routes without a token and for the document. */
  readonly inputs: Inputs;
  readonly inputsByKind: InputsByKind;
  /** The demo data that the interactive pages use; only the demo store has it. */
  readonly demo: Demo | null;
  /** Aborted when the gateway begins to stop. */
  readonly stopping: AbortSignal;
  readonly onServed?: OnServed;
  /** Absent unless the gateway is traced. */
  readonly useCases?: Pick<Tracing, 'useCase'>;
  now(): Date;
};

/** The input of a handler; the request's body has not been read yet. */
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

/** A response without the headers common to all responses; `body` is JSON text, whole or in parts. */
export type Reply = {
  readonly status: number;
  readonly body: string | ReadableStream<Uint8Array> | null;
  /** What an `Idempotency-Key` keeps in place of a body with a secret; see `withSecret`. */
  readonly kept?: string;
  readonly headers?: Readonly<Record<string, string>>;
};

export type Method = 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';

/** A deprecated route: since when, until when, and where its replacement is described. */
export type Deprecation = { readonly since: Date; readonly sunset: Date; readonly link: string };

export type RouteOptions = {
  /** The media types of its responses, the usual one first. Default: JSON. */
  readonly produces?: readonly string[];
  /** The media type of its request bodies. Default: JSON. */
  readonly consumes?: string;
  /** The limit of its request bodies. Default: 2 MB. */
  readonly mostBytes?: number;
  /** Its request bodies are streamed. */
  readonly isStreamed?: boolean;
  /** A POST that only answers a question: an `Idempotency-Key` has no effect. */
  readonly storesNothing?: boolean;
  /**
   * For a POST that would do something further if it was executed again: the response from what it did (`outcome` of its key), after
   * the process died before it kept the first response; null if the rest is still to be done.
   */
  readonly recall?: (call: RouteCall, outcome: string) => Promise<Reply | null>;
  readonly deprecated?: Deprecation;
  /** Its entry in the OpenAPI document; routes without one are left out. */
  readonly operation?: Operation;
};

/**
 * The scopes that the token needs, none for any valid token; null for routes without a token. Without them, requests are
 * refused before their body is read.
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
