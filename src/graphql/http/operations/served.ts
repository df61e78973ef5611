import { type DocumentNode, type ExecutionResult, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { OnServed, ServedRequest } from '../../../http/served-request.ts';
import type { Call } from '../call.ts';
import { isDocument } from './validated.ts';

/** Calls `onServed` for each request once its response is ready. */
export function servedOperations(onServed: OnServed): Plugin<object, Call> {
  const operations = new WeakMap<Request, string>();
  const outcomes = new WeakMap<Request, Outcome>();
  return {
    onParse({ context: { request, params } }) {
      return ({ result }) => {
        if (isDocument(result)) operations.set(request, operationOf(result, params?.operationName));
      };
    },
    onResultProcess({ request, result }) {
      if (Array.isArray(result) || Symbol.asyncIterator in result) return;
      outcomes.set(request, outcomeOf(result));
    },
    onRequest({ requestHandler, setRequestHandler }) {
      setRequestHandler(async (request, call) => {
        call.startedAt ??= performance.now();
        const response = await requestHandler(request, call);
        onServed({
          door: 'GRAPHQL',
          operation: operations.get(request) ?? `${request.method} without an operation`,
          status: response.status,
          ms: performance.now() - call.startedAt,
          requestId: call.requestId ?? '',
          clientId: call.opened?.session?.principal.clientId ?? null,
          ...outcomes.get(request),
        });
        return response;
      });
    },
  };
}

type Outcome = Pick<ServedRequest, 'code' | 'cost'>;

export function outcomeOf({ errors, extensions }: ExecutionResult): Outcome {
  const code = errors?.[0]?.extensions.code;
  const cost: { readonly requested?: unknown } = Object(extensions?.cost);
  return {
    ...(typeof code === 'string' && { code }),
    ...(typeof cost.requested === 'number' && { cost: cost.requested }),
  };
}

export function operationOf(document: DocumentNode, name: string | null | undefined): string {
  const node = getOperationAST(document, name);
  return node ? `${node.operation} ${node.name?.value ?? 'without a name'}` : 'unknown operation';
}
