import {
  type Attributes,
  type Context,
  ROOT_CONTEXT,
  type Span,
  type SpanKind,
  SpanStatusCode,
  type Tracer,
  trace,
} from '@opentelemetry/api';
import { AsyncLocalStorageContextManager } from '@opentelemetry/context-async-hooks';

/** Creates spans and tracks the active one. */
export type Spans = {
  active(): Span | undefined;
  /** A child of the active span, unless `parent` is given. */
  start(name: string, span: { kind: SpanKind; attributes: Attributes; parent?: Context }): Span;
  /** Runs the work within a span, without ending the span. */
  within<T>(span: Span, work: () => T): T;
};

export function createSpans(tracer: Tracer): Spans {
  const contexts = new AsyncLocalStorageContextManager();
  return {
    active: () => trace.getSpan(contexts.active()),
    start: (name, { parent = contexts.active(), ...options }) => tracer.startSpan(name, options, parent),
    within: (span, work) => contexts.with(trace.setSpan(contexts.active() ?? ROOT_CONTEXT, span), work),
  };
}

/** Ends the span when the work is done, synchronously or later. */
export function endWith<T>(span: Span, work: () => T): T {
  try {
    const result = work();
    if (!(result instanceof Promise)) {
      span.end();
      return result;
    }
    return result.then(
      (value) => {
        span.end();
        return value;
      },
      (error: unknown) => {
        endFailed(span, error);
        throw error;
      },
    ) as T;
  } catch (error) {
    endFailed(span, error);
    throw error;
  }
}

/** Records only the kind of the error: its message may quote input. */
export function endFailed(span: Span, error: unknown): void {
  span.setAttribute('error.type', codeOf(error)).setStatus({ code: SpanStatusCode.ERROR }).end();
}

function codeOf(error: unknown): string {
  if (typeof error === 'object' && error !== null && 'code' in error) return String(error.code);
  return error instanceof Error ? error.name : 'unknown';
}
