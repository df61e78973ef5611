import { assertValidSchema } from 'graphql';
import { type CORSOptions, createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Demo } from '../domain/account/demo.ts';
import { invalidField } from '../domain/base/errors.ts';
import { type InputsByKind, inputsFor } from '../domain/input-schemas.ts';
import { allowanceHeaderNames } from '../http/api-headers.ts';
import { type HttpSettings, isAllowedOrigin } from '../http/http-settings.ts';
import { type OnServed, requestIdOf } from '../http/served-request.ts';
import type { Authenticator } from '../ports/authenticator.ts';
import type { ContextFactory, ContextHeaders } from '../ports/context.ts';
import type { CacheWatch, Tracing } from '../ports/observation.ts';
import type { SharedCounts } from '../ports/shared-counts.ts';
import type { GraphqlContext } from './base/context.ts';
import { createLoaders } from './base/loaders.ts';
import { tooManyItems } from './execution/actual-cost.ts';
import { createGraphiql } from './graphiql/graphiql.ts';
import { anonymousCost, createAnonymousLimit } from './http/anonymous-limit.ts';
import { authentication } from './http/authentication.ts';
import { addressOf, type Call } from './http/call.ts';
import { createExecuteOperation, type ExecuteOperation } from './http/execute-operation.ts';
import { getRequests } from './http/get-requests.ts';
import { createDoor, type GraphqlDoor } from './http/graphql-door.ts';
import { introspectionAnswers } from './http/introspection-answers.ts';
import { createOperations } from './http/operations/operations.ts';
import type { PersistedSettings } from './http/operations/persisted.ts';
import { presentError, presentedErrors, unexpectedFailure } from './http/present-error.ts';
import { readWithinLimit } from './http/request-body.ts';
import { compressedAnswers, requestIdHeader, withApiHeaders } from './http/response-headers.ts';
import { createSchemaFiles } from './http/schema-files.ts';
import { schema as plainSchema } from './schema.ts';
import { subgraphOf, subgraphTextOf } from './subgraph.ts';
import type { LiveStreams } from './subscriptions/live-streams.ts';
import { subscriptions } from './subscriptions/subscribe.ts';

/** The operator's settings. */
export type GraphqlSettings = {
  readonly introspection: boolean;
  /** Whether the schema is an Apollo Federation subgraph. */
  readonly isSubgraph?: boolean;
  readonly persisted: PersistedSettings;
  /** Disables the fast path, for tests that compare both paths. */
  readonly usesYogaAlone?: boolean;
};

type GraphqlDependencies = {
  readonly inputs: InputsByKind;
  readonly authenticator: Authenticator;
  readonly contextOf: ContextFactory;
  readonly log: Logger;
  readonly http: HttpSettings;
  readonly demo: Demo | null;
  readonly endpoint: string;
  readonly settings: GraphqlSettings;
  readonly streams: LiveStreams;
  /** The shared counts; absent if this is the only process. */
  readonly counts?: SharedCounts;
  readonly onServed?: OnServed;
  readonly onCacheUsed?: CacheWatch;
  /** The use case spans; absent unless tracing is on. */
  readonly useCases?: Pick<Tracing, 'useCase'>;
};

/** The GraphQL API, with the GraphiQL page. */
export function createGraphql(deps: GraphqlDependencies): GraphqlDoor {
  const { introspection, isSubgraph, persisted } = deps.settings;
  const schema = isSubgraph ? subgraphOf(plainSchema) : plainSchema;
  const { onServed, onCacheUsed } = deps;
  const execute = createExecuteOperation({ hideSuggestions: !introspection });
  const countAnonymous = createAnonymousLimit(deps.counts);
  const operations = createOperations({ schema, introspection, persisted, countAnonymous, onServed, onCacheUsed });
  assertValidSchema(schema); // Called once, at startup, because it takes as long as a thousand calculations.
  const contextOf = async (headers: ContextHeaders, call: Call): Promise<GraphqlContext> => {
    const ctx = await deps.contextOf(headers, call.requestId ?? requestIdOf(null));
    return {
      inputs: inputsFor(deps.inputs, ctx.session?.tenant),
      tokens: deps.authenticator,
      loaders: ctx.session && createLoaders(ctx.session.stores, tooManyItems),
      streams: deps.streams,
      useCases: deps.useCases,
      remoteAddress: addressOf(call),
      renewed: () => contextOf({ ...headers, fault: null }, call),
      ...ctx,
    };
  };
  const yoga = createYoga<Call, GraphqlContext>({
    schema,
    graphqlEndpoint: deps.endpoint,
    context: ({ opened }) => required(opened),
    cors: corsOf(deps.http),
    graphiql: false, // Disabled, because `pages` serves GraphiQL.
    landingPage: false,
    extraParamNames: ['documentId'],
    parserAndValidationCache: false, // Disabled, because `operations` has its own caches.
    batching: false,
    multipart: false,
    maxRequestBodySize: false, // Disabled, because Yoga would copy the body through a stream; `readWithinLimit` does not.
    maskedErrors: false, // Disabled, because `presentError` masks errors and adds the request id.
    logging: false,
    plugins: [
      withApiHeaders,
      pages(createGraphiql(deps), deps.log),
      ...(introspection
        ? [pages(createSchemaFiles(plainSchema, deps.endpoint, isSubgraph ? subgraphTextOf : null), deps.log)]
        : []),
      authentication(contextOf),
      readWithinLimit,
      getRequests(),
      withoutBatches,
      ...operations.checks,
      introspectionAnswers(),
      anonymousCost(countAnonymous),
      executed(execute),
      subscriptions((error, { requestId }) => presentError(error, { requestId, log: deps.log })),
      presentedErrors(deps.log),
      compressedAnswers,
      ...operations.served,
    ],
  });
  const answerKnown = operations.answerKnown({
    execute,
    open: contextOf,
    isAllowedOrigin: (origin) => isAllowedOrigin(deps.http.allowedOrigins, origin),
  });
  return createDoor(yoga, deps.endpoint, deps.settings.usesYogaAlone ? null : answerKnown);
}

function corsOf({ allowedOrigins }: HttpSettings) {
  return ({ headers }: Request): CORSOptions =>
    // Yoga replaces `*` with the caller's origin, which has been checked.
    isAllowedOrigin(allowedOrigins, headers.get('origin') ?? '') && {
      origin: '*',
      credentials: false,
      exposedHeaders: [requestIdHeader, ...allowanceHeaderNames, 'Retry-After'],
    };
}

function required(opened: GraphqlContext | undefined): GraphqlContext {
  if (!opened) throw new Error('`authentication` opens a context for every request.');
  return opened;
}

type ServerPlugin = Plugin<object, Call>;

function pages(serve: (request: Request) => Promise<Response> | null, log: Logger): ServerPlugin {
  return {
    onRequest({ request, serverContext, endResponse }) {
      return serve(request) // The page; null for API calls, which then continue synchronously.
        ?.catch((error: unknown) => unexpectedFailure(error, log, serverContext.requestId))
        .then(endResponse);
    },
  };
}

const withoutBatches: ServerPlugin = {
  onRequestParse: () => ({
    onRequestParseDone({ requestParserResult }) {
      if (!Array.isArray(requestParserResult)) return;
      const message = 'Batching is not supported: send one operation per request. An operation can select many fields.';
      throw invalidField([], 'BATCH', message);
    },
  }),
};

function executed(execute: ExecuteOperation): Plugin<GraphqlContext & Pick<Call, 'result'>, Call> {
  return {
    onExecute({ args, setExecuteFn }) {
      setExecuteFn(() => args.contextValue.result ?? execute(args));
    },
  };
}
