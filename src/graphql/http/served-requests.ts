import { type DocumentNode, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { OnServed } from '../../http/served-request.ts';
import type { Call } from './call.ts';
import { isDocument } from './operations.ts';

/** Tells of each request once it is answered. */
export function servedRequests(onServed: OnServed): Plugin<object, Call> {
  const operations = new WeakMap<Request, string>();
  return {
    onParse({ context: { request, params } }) {
      return ({ result }) => {
        if (isDocument(result)) operations.set(request, operationOf(result, params?.operationName));
      };
    },
    onRequest({ requestHandler, setRequestHandler }) {
      const startedAt = performance.now();
      setRequestHandler(async (request, call) => {
        const response = await requestHandler(request, call);
        onServed({
          door: 'GRAPHQL',
          operation: operations.get(request) ?? `${request.method} without an operation`,
          status: response.status,
          ms: performance.now() - startedAt,
          requestId: call.requestId ?? '',
          clientId: call.opened?.session?.principal.clientId ?? null,
        });
        return response;
      });
    },
  };
}

function operationOf(document: DocumentNode, name: string | null | undefined): string {
  const node = getOperationAST(document, name);
  return node ? `${node.operation} ${node.name?.value ?? 'without a name'}` : 'unknown operation';
}
