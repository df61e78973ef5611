import type { IncomingMessage } from 'node:http';
import { createYoga, type Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import type { Authenticator } from '../auth/authenticator.ts';
import type { ContextFactory } from '../context.ts';
import type { Demo } from '../domain/demo.ts';
import type { Inputs } from '../domain/inputs.ts';
import { requestIdOf } from '../domain/request-id.ts';
import type { GraphqlContext } from './context.ts';
import { createExecute } from './execute.ts';
import { createGraphiql, type Graphiql } from './graphiql/graphiql.ts';
import { limitsRule } from './limits.ts';
import { LinePlaces } from './line-places.ts';
import { parseWithinLimits } from './parse.ts';
import { presentError } from './present-error.ts';
import { readWithinLimit } from './request-body.ts';
import { createSchema } from './schema.ts';

export type GraphqlDependencies = {
  readonly inputs: Inputs;
  readonly authenticator: Authenticator;
  readonly contextOf: ContextFactory;
  readonly log: Logger;
  /** Origins that browsers may call from; `*` for any. */
  readonly corsOrigins: readonly string[];
  readonly demo: Demo | null;
  readonly endpoint: string;
};

/** What a call begins with: a web request with its sender's address, or one of Node's HTTP server. */
type Call = { readonly remoteAddress?: string; readonly req?: IncomingMessage; requestId?: string };

/** Door one: GraphQL, with a page to try it out. */
export function createGraphql(deps: GraphqlDependencies) {
  return createYoga<Call, GraphqlContext>({
    schema: createSchema(deps),
    graphqlEndpoint: deps.endpoint,
    context: async ({ request, remoteAddress, req, requestId }) => ({
      ...(await deps.contextOf(request.headers.get('authorization'), requestId ?? requestIdOf(null))),
      linePlaces: new LinePlaces(),
      remoteAddress: addressOf({ remoteAddress, req }),
    }),
    cors: deps.corsOrigins.length > 0 && { origin: [...deps.corsOrigins], exposedHeaders: [requestIdHeader] },
    graphiql: false, // `pages` has it, with its files beside it.
    landingPage: false,
    batching: false,
    multipart: false,
    maxRequestBodySize: false, // Its limit copies every body through a stream; `readWithinLimit` does not.
    maskedErrors: false, // `presentError` masks, and knows the request.
    logging: false,
    plugins: [
      requestIds,
      pages(createGraphiql(deps)),
      readWithinLimit,
      withinLimits,
      fastExecution(),
      presentedErrors(deps.log),
    ],
  });
}

function addressOf(call: Call | undefined): string {
  return call?.remoteAddress ?? call?.req?.socket.remoteAddress ?? '';
}

type ServerPlugin = Plugin<object, Call>;

const requestIdHeader = 'X-Request-Id';

const requestIds: ServerPlugin = {
  onRequest({ request, serverContext }) {
    serverContext.requestId = requestIdOf(request.headers.get(requestIdHeader));
  },
  onResponse({ response, serverContext }) {
    if (serverContext.requestId) response.headers.set(requestIdHeader, serverContext.requestId);
  },
};

function pages(graphiql: Graphiql): ServerPlugin {
  return {
    onRequest({ request, serverContext, endResponse }) {
      return graphiql(request, addressOf(serverContext))?.then(endResponse); // A call of the interface waits for nothing.
    },
  };
}

/** Documents are kept once read and checked, so these cost nothing on the next request with the same one. */
const withinLimits: ServerPlugin = {
  onParse({ setParseFn }) {
    setParseFn(parseWithinLimits);
  },
  onValidate({ addValidationRule }) {
    addValidationRule(limitsRule);
  },
};

function fastExecution(): ServerPlugin {
  const execute = createExecute();
  return {
    onExecute({ setExecuteFn }) {
      setExecuteFn(execute);
    },
  };
}

function presentedErrors(log: Logger): ServerPlugin {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      if (!('errors' in result) || !result.errors) return;
      const request = { log, requestId: serverContext.requestId ?? '' };
      setResult({ ...result, errors: result.errors.map((error) => presentError(error, request)) });
    },
  };
}
