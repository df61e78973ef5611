import { type ExecutionResult, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import { isPlainObject } from '../../../domain/base/plain-object.ts';
import { workCosts } from '../../../domain/base/work-costs.ts';
import { allowanceHeaders, apiHeaders } from '../../../http/api-headers.ts';
import { compressOnce } from '../../../http/compression.ts';
import { acceptedTypes, isUtf8, mediaTypeOf } from '../../../http/media-type.ts';
import { type OnServed, requestIdOf } from '../../../http/served-request.ts';
import { faultHeader } from '../../../http/test-faults.ts';
import { authenticated, type ContextHeaders } from '../../../ports/context.ts';
import type { GraphqlContext } from '../../base/context.ts';
import type { Call } from '../call.ts';
import type { ExecuteOperation } from '../execute-operation.ts';
import type { Answer, JsonPost, KnownRequests } from '../graphql-door.ts';
import { isIntrospection } from '../introspection-answers.ts';
import { budgetWithToken, parseJsonWithin } from '../request-budget.ts';
import { requestIdHeader } from '../response-headers.ts';
import type { Params, PersistedOperations } from './persisted.ts';
import { operationOf, outcomeOf } from './served.ts';
import type { ValidOperations } from './validated.ts';

/** The services needed to answer known operations: execution, contexts, and allowed origins. */
export type ShortWay = {
  readonly execute: ExecuteOperation;
  readonly open: (headers: ContextHeaders, call: Call) => Promise<GraphqlContext>;
  readonly isAllowedOrigin: (origin: string) => boolean;
};

type Dependencies = ShortWay & {
  readonly schema: GraphQLSchema;
  readonly valid: ValidOperations;
  readonly persisted: PersistedOperations;
  readonly onServed?: OnServed;
};

/**
 * Answers requests with a token for operations that are already parsed, validated and measured, without Yoga's
 * pipeline, which takes as long as a small query. Everything else is left to Yoga, including every failure: only
 * results without errors are answered here. Both paths give the same response, as
 * `test/graphql/http/operations/known.test.ts` shows.
 */
export function createKnownRequests(deps: Dependencies): KnownRequests {
  const { schema, valid, persisted, execute, onServed } = deps;

  /** The operation; null if it is new, a subscription, or an introspection. Introspections are answered from memory. */
  function findOperation(sent: Params, hasSession: boolean) {
    const { query, operationName, variables } = persisted.resolve(sent, hasSession);
    const document = query == null ? undefined : valid.peek(query);
    if (!document) return null;
    const operation = getOperationAST(document, operationName);
    if (!operation || operation.operation === 'subscription' || isIntrospection(document, operation)) return null;
    return { schema, document, operationName, variableValues: variables };
  }

  return async (post, call) => {
    call.startedAt = performance.now();
    const contentType = answerTypeFor(post.header('accept'));
    if (contentType === null || !isShortJson(post)) return null;
    const origin = post.header('origin');
    if (origin !== null && deps.isAllowedOrigin(origin)) return null;
    call.requestId = requestIdOf(post.header('x-request-id'));
    try {
      const sent = { authorization: post.header('authorization'), fault: post.header(faultHeader.toLowerCase()) };
      call.opened = await deps.open(sent, call);
      if (!call.opened.session) return null;
      call.text = await post.readBody();
    } catch (error) {
      call.refusal = error;
      return null;
    }
    const { opened } = call;
    const { work, principal } = authenticated(opened);
    work.add(workCosts.bodyByte * call.text.length);
    const operation = attempt(() => findOperation(paramsIn(call.text ?? ''), true));
    if (!operation) return null;
    const result = await execute({ ...operation, contextValue: opened }).catch(failed);
    if (result.errors) {
      call.result = result;
      return null;
    }
    const { document, operationName } = operation;
    onServed?.({
      door: 'GRAPHQL',
      operation: operationOf(document, operationName),
      status: 200,
      ms: performance.now() - call.startedAt,
      requestId: call.requestId,
      clientId: principal.clientId,
      ...outcomeOf(result),
    });
    const text = textOf(result);
    const length = Buffer.byteLength(text);
    work.add(workCosts.answerByte * length);
    const headers = {
      'Content-Type': contentType,
      [requestIdHeader]: call.requestId,
      ...allowanceHeaders(work.allowances()),
      ...apiHeaders,
    };
    return encoded({ text, length }, headers, post.header('accept-encoding'));
  };
}

/** Null if reading fails. Yoga then finds and presents the same failure. */
function attempt<Value>(read: () => Value): Value | null {
  try {
    return read();
  } catch {
    return null;
  }
}

function failed(error: unknown): ExecutionResult {
  const originalError = error instanceof Error ? error : new Error(String(error));
  return { errors: [new GraphQLError(originalError.message, { originalError })] };
}

/**
 * Whether the request declares UTF-8 JSON with a length within the limit. Other bodies, including those without a
 * length, take the regular path.
 */
function isShortJson(post: JsonPost): boolean {
  const length = Number(post.header('content-length') ?? Number.NaN);
  const type = post.header('content-type');
  return (
    mediaTypeOf(type) === 'application/json' &&
    isUtf8(type) &&
    post.header('expect') === null &&
    length > 0 &&
    length <= budgetWithToken.bodyBytes
  );
}

const mediaTypes: Readonly<Record<string, string>> = {
  '*/*': 'application/json; charset=utf-8',
  'application/*': 'application/json; charset=utf-8',
  'application/json': 'application/json; charset=utf-8',
  'application/graphql-response+json': 'application/graphql-response+json; charset=utf-8',
};

/** The first known type in the header, ignoring weights as Yoga does; null for any other header. */
function answerTypeFor(accept: string | null): string | null {
  if (accept === null || accept === '*/*') return mediaTypes['*/*']!;
  if (accept.includes('charset')) return null;
  for (const one of acceptedTypes(accept)) {
    const type = mediaTypes[one];
    if (type !== undefined) return type;
  }
  return null;
}

const paramNames: ReadonlySet<string> = new Set(['query', 'variables', 'operationName', 'extensions', 'documentId']);

/** The parameters of a request; throws unless every member has the right type. */
function paramsIn(text: string): Params {
  const sent = parseJsonWithin(budgetWithToken, text);
  if (!isPlainObject(sent) || !Object.keys(sent).every((name) => paramNames.has(name))) throw new TypeError();
  const { query, variables, operationName, extensions, documentId } = sent;
  const areTexts = [query, operationName, documentId].every((value) => value == null || typeof value === 'string');
  const areObjects = [variables, extensions].every((value) => value == null || isPlainObject(value));
  if (!areTexts || !areObjects) throw new TypeError();
  return sent;
}

/** The text of a result. Long responses have already been written. */
function textOf(result: ExecutionResult & { stringify?(shown: ExecutionResult): string | Buffer }): string | Buffer {
  const { stringify, ...shown } = result;
  return stringify ? stringify(shown) : JSON.stringify(result);
}

type Text = { readonly text: string | Buffer; readonly length: number };

async function encoded(
  { text, length }: Text,
  headers: Record<string, string>,
  accepted: string | null,
): Promise<Answer> {
  const varying = accepted === null ? headers : { ...headers, Vary: 'Accept-Encoding' };
  const compressed = await compressOnce(text, accepted);
  if (!compressed) return { headers: { ...varying, 'Content-Length': String(length) }, body: text };
  const { bytes, encoding } = compressed;
  return {
    headers: { ...varying, 'Content-Encoding': encoding, 'Content-Length': String(bytes.length) },
    body: bytes,
  };
}
