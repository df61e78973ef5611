import {
  type DocumentNode,
  type ExecutionArgs,
  type ExecutionResult,
  getOperationAST,
  type OperationDefinitionNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { LRUCache } from 'lru-cache';
import { type Content, createCompressor } from '../../http/compression.ts';
import type { Call } from './call.ts';
import { rootFieldsOf } from './root-fields.ts';

type Answer = Content & { readonly result: ExecutionResult };

/**
 * Answers introspection from a cache. The schema never changes while the server runs, so an operation without variables
 * that selects only introspection always has the same result. It is stored as bytes and sent compressed.
 */
export function introspectionAnswers(): Plugin<object, Call> {
  // Keeps a limited number of full introspections, by operation: parsed documents are cached, so the same operation is
  // the same object.
  const answers = new LRUCache<OperationDefinitionNode, Answer>({
    maxSize: 4_000_000,
    sizeCalculation: ({ bytes }) => bytes.length,
  });
  const compressed = createCompressor();
  const answering = new WeakMap<Request, Answer>();
  return {
    onExecute({ args, setResultAndStopExecution }) {
      const operation = introspectionIn(args);
      if (!operation) return undefined;
      const { request } = args.contextValue;
      const known = answers.get(operation);
      if (known) {
        answering.set(request, known);
        setResultAndStopExecution(known.result);
        return undefined;
      }
      return {
        onExecuteDone({ result, setResult }) {
          if (!('data' in result) || !result.data || result.errors) return;
          const answer = answerOf(result);
          answers.set(operation, answer);
          answering.set(request, answer);
          setResult(answer.result);
        },
      };
    },
    async onResponse({ request, response, setResponse, fetchAPI }) {
      const answer = answering.get(request);
      if (!answer || request.method !== 'POST') return; // A GET needs the text, because its ETag is computed from it.
      const { bytes, encoding } = await compressed(answer, request.headers.get('accept-encoding'));
      const { headers, status } = response;
      headers.append('Vary', 'Accept-Encoding');
      headers.set('Content-Length', String(bytes.length));
      if (encoding) headers.set('Content-Encoding', encoding);
      setResponse(new fetchAPI.Response(new Uint8Array(bytes), { status, headers }));
    },
  };
}

/** Yoga writes the text of a result with its `stringify`, if present. */
function answerOf(result: ExecutionResult): Answer {
  const text = JSON.stringify(result);
  const withText: ExecutionResult & { stringify(): string } = { ...result, stringify: () => text };
  return { bytes: Buffer.from(text), result: withText };
}

/** The operation, if its result depends only on the schema. */
function introspectionIn({ document, operationName }: ExecutionArgs): OperationDefinitionNode | null {
  const operation = getOperationAST(document, operationName);
  return operation && isIntrospection(document, operation) ? operation : null;
}

const known = new WeakMap<OperationDefinitionNode, boolean>();

/** Whether the result depends only on the schema. */
export function isIntrospection(document: DocumentNode, operation: OperationDefinitionNode): boolean {
  const found = known.get(operation);
  if (found !== undefined) return found;
  const isOne =
    operation.operation === 'query' &&
    (operation.variableDefinitions ?? []).length === 0 &&
    rootFieldsOf(document, operation.selectionSet).every(({ name }) => name.value.startsWith('__'));
  known.set(operation, isOne);
  return isOne;
}
