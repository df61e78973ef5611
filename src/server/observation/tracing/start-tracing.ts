import {
  DiagLogLevel,
  defaultTextMapSetter,
  diag,
  ROOT_CONTEXT,
  SpanKind,
  SpanStatusCode,
  trace,
} from '@opentelemetry/api';
import { setGlobalErrorHandler, W3CTraceContextPropagator } from '@opentelemetry/core';
import { OTLPTraceExporter } from '@opentelemetry/exporter-trace-otlp-http';
import { defaultResource, detectResources, envDetector, resourceFromAttributes } from '@opentelemetry/resources';
import { BasicTracerProvider, BatchSpanProcessor } from '@opentelemetry/sdk-trace-base';
import type { Logger } from 'pino';
import type { StoreWatch, Tracing } from '../../../ports/observation.ts';
import { statementFacts } from '../statements/statement-text.ts';
import { createRequestSpans, type RequestSpans } from './request-spans.ts';
import { createSpans, endFailed, endWith, type Spans } from './spans.ts';

export type Traces = {
  readonly requests: RequestSpans;
  readonly parts: Tracing;
  readonly store: StoreWatch;
  /** The trace of the running request, for its log lines. */
  logFields(): { readonly traceId?: string };
  /** Sends the remaining spans, within a few seconds. */
  close(): Promise<void>;
};

const flushMs = 3_000;
const warnEveryMs = 60_000;

/**
 * Sends spans to the OTLP endpoint in the environment, as JSON over HTTP, in batches and in the background. The libraries
 * read the other `OTEL_` variables. Spans that cannot be sent are dropped, with a log line at most once a minute.
 */
export function startTracing(log: Pick<Logger, 'warn'>): Traces {
  const warn = createWarning(log);
  setGlobalErrorHandler(warn);
  diag.setLogger({ error: warn, warn, info() {}, debug() {}, verbose() {} }, DiagLogLevel.ERROR);
  const resource = defaultResource()
    .merge(resourceFromAttributes({ 'service.name': 'tollgate' }))
    .merge(detectResources({ detectors: [envDetector] }));
  const provider = new BasicTracerProvider({
    resource,
    spanProcessors: [new BatchSpanProcessor(new OTLPTraceExporter())],
  });
  const spans = createSpans(provider.getTracer('tollgate'));
  return {
    requests: createRequestSpans(spans),
    parts: partsOf(spans),
    store: { onStatement: (text) => startStatement(spans, text) },
    logFields() {
      const traceId = spans.active()?.spanContext().traceId;
      return traceId === undefined ? {} : { traceId };
    },
    close: () => Promise.race([provider.shutdown().catch(warn), pause(flushMs)]),
  };
}

const propagator = new W3CTraceContextPropagator();

function partsOf(spans: Spans): Tracing {
  return {
    useCase(name, work) {
      if (!spans.active()?.isRecording()) return work();
      const span = spans.start(name, { kind: SpanKind.INTERNAL, attributes: {} });
      return endWith(span, () => spans.within(span, work));
    },
    call({ name, method, url }, send, statusOf) {
      const attributes = { 'http.request.method': method, 'server.address': new URL(url).hostname };
      const span = spans.start(`${method} ${name}`, { kind: SpanKind.CLIENT, attributes });
      const headers: Record<string, string> = {};
      propagator.inject(trace.setSpan(ROOT_CONTEXT, span), headers, defaultTextMapSetter);
      return endWith(span, async () => {
        const answer = await spans.within(span, () => send(headers));
        const status = statusOf(answer);
        if (status !== null) span.setAttribute('http.response.status_code', status);
        if (status === null || status >= 400) span.setStatus({ code: SpanStatusCode.ERROR });
        return answer;
      });
    },
  };
}

/** Statements of background work, which runs every second, have no parent span and get no span of their own. */
function startStatement(spans: Spans, text: string): (error: unknown) => void {
  if (!spans.active()?.isRecording()) return () => {};
  const { text: shown, operation, table } = statementFacts(text);
  const span = spans.start(table === null ? operation : `${operation} ${table}`, {
    kind: SpanKind.CLIENT,
    attributes: {
      'db.system.name': 'postgresql',
      'db.operation.name': operation,
      'db.query.text': shown,
      ...(table !== null && { 'db.collection.name': table }),
    },
  });
  return (error) => (error ? endFailed(span, error) : span.end());
}

function createWarning(log: Pick<Logger, 'warn'>): (error: unknown) => void {
  let silentUntil = 0;
  return (error) => {
    const at = performance.now();
    if (at < silentUntil) return;
    silentUntil = at + warnEveryMs;
    const reason = error instanceof Error ? error.message : String(error);
    log.warn({ reason: reason.slice(0, 200) }, 'spans could not be sent');
  };
}

const pause = (ms: number) => new Promise<void>((resolve) => setTimeout(resolve, ms).unref());
