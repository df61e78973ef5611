import { createSourceEventStream, type ExecutionArgs, type ExecutionResult, GraphQLError } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { AppError } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { mediaTypeOf, preferredType } from '../../http/media-type.ts';
import type { GraphqlContext } from '../base/context.ts';
import { actualCostOf } from '../execution/actual-cost.ts';
import { createExecute, withCodes, withCost } from '../execution/execute.ts';
import { costOf, excessesOfCost } from '../execution/limits.ts';

type Present = (error: GraphQLError, ctx: GraphqlContext) => GraphQLError;
type Stream = AsyncIterableIterator<ExecutionResult, undefined>;

/**
 * Executes a subscription once per event. Each event gets a new context, because loaders cache older data and the token
 * may have expired. An error in the stream itself becomes its last event.
 */
export function subscriptions(present: Present): Plugin<GraphqlContext> {
  return {
    onResponse({ response }) {
      // Tells proxies not to buffer the events.
      if (mediaTypeOf(response.headers.get('content-type')) === 'text/event-stream')
        response.headers.set('X-Accel-Buffering', 'no');
    },
    onSubscribe({ args, setSubscribeFn }) {
      const { contextValue } = args;
      const { request } = contextValue;
      setSubscribeFn(async (given: ExecutionArgs) => {
        requireEventStream(request.headers);
        const cost = costOf(given);
        const excesses = excessesOfCost(given, cost);
        if (excesses.length > 0) return withCost(cost, { errors: excesses });
        const source = await createSourceEventStream(given);
        if (!(Symbol.asyncIterator in source)) return withCost(cost, withCodes(source));
        const stream = streamOf(source[Symbol.asyncIterator](), { ...given, contextValue }, present);
        request.signal.addEventListener('abort', () => void stream.return?.());
        return stream;
      });
    },
  };
}

const execute = createExecute();

function streamOf(
  source: AsyncIterator<unknown>,
  args: ExecutionArgs & { contextValue: GraphqlContext },
  present: Present,
): Stream {
  const { contextValue: opened } = args;
  const presented = ({ errors, ...result }: ExecutionResult, ctx: GraphqlContext): ExecutionResult => ({
    ...(errors && { errors: errors.map((error) => present(error, ctx)) }),
    ...result,
  });

  return {
    async next() {
      try {
        const event = await source.next();
        if (event.done) return { done: true, value: undefined };
        const contextValue = await opened.renewed();
        await contextValue.session?.work.begin();
        const result = await execute({ ...args, contextValue, rootValue: event.value });
        contextValue.session?.work.add(workCosts.field * actualCostOf(contextValue));
        contextValue.session?.work.end();
        return { done: false, value: presented(result, contextValue) };
      } catch (cause) {
        await source.return?.();
        const error = cause instanceof Error ? cause : new Error(String(cause));
        const last = new GraphQLError(error.message, { originalError: error });
        return { done: false, value: { errors: [present(last, opened)] } };
      }
    },
    async return() {
      await source.return?.();
      return { done: true, value: undefined };
    },
    [Symbol.asyncIterator]() {
      return this;
    },
  };
}

/** Refuses clients that do not accept an event stream, because no other media type can deliver events. */
function requireEventStream(headers: Headers): void {
  if (preferredType(headers.get('accept') ?? undefined, ['text/event-stream'])) return;
  throw new AppError('NOT_ACCEPTABLE', 'Subscriptions are event streams: send Accept: text/event-stream.');
}
