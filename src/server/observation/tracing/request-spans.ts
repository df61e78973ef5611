import type { RequestListener } from 'node:http';
import { defaultTextMapGetter, ROOT_CONTEXT, type Span, SpanKind, SpanStatusCode } from '@opentelemetry/api';
import { W3CTraceContextPropagator } from '@opentelemetry/core';
import type { OnServed, ServedRequest } from '../../../http/served-request.ts';
import type { Spans } from './spans.ts';

type Fetch = (request: Request, remoteAddress?: string) => Promise<Response>;

export type RequestSpans = {
  /** Runs each request in a span, a child of its `traceparent`, until its response has been sent. */
  listener(listener: RequestListener): RequestListener;
  fetch(fetch: Fetch): Fetch;
  /** Called within the request to give its span the name of the route or operation, and the status. */
  readonly onServed: OnServed;
};

const propagator = new W3CTraceContextPropagator();

export function createRequestSpans(spans: Spans): RequestSpans {
  const open = (method: string, headers: object) => {
    const parent = propagator.extract(ROOT_CONTEXT, headers, defaultTextMapGetter);
    return spans.start(method, { kind: SpanKind.SERVER, attributes: { 'http.request.method': method }, parent });
  };
  return {
    listener: (listener) => (request, response) => {
      const span = open(request.method ?? '', request.headers);
      response.once('close', () => span.end());
      spans.within(span, () => listener(request, response));
    },
    fetch: (fetch) => (request, remoteAddress) => {
      const named = (name: string) => request.headers.get(name) ?? undefined;
      const span = open(request.method, { traceparent: named('traceparent'), tracestate: named('tracestate') });
      return spans.within(span, () => fetch(request, remoteAddress)).finally(() => span.end());
    },
    onServed(request) {
      const span = spans.active();
      if (span?.isRecording()) describe(span, request);
    },
  };
}

function describe(span: Span, { door, operation, status, requestId, clientId }: ServedRequest): void {
  span.updateName(operation);
  span.setAttribute('http.response.status_code', status);
  span.setAttribute('tollgate.request_id', requestId);
  if (clientId !== null) span.setAttribute('tollgate.client_id', clientId);
  const [kind = '', name = ''] = operation.split(' ', 2);
  if (door === 'REST') span.setAttribute('http.route', name);
  else span.setAttributes({ 'http.route': '/graphql', 'graphql.operation.type': kind, 'graphql.operation.name': name });
  if (status >= 500) span.setStatus({ code: SpanStatusCode.ERROR });
}
