import type { ExecutionResult } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import type { Logger } from 'pino';
import { type ErrorCode, errorCodes } from '../../domain/base/errors.ts';
import type { Call } from './call.ts';
import { internalMessage, presentError } from './present-error.ts';

/** Shows errors in the form that clients may see, and logs internal ones. */
export function presentedErrors(log: Logger): Plugin<object, Call> {
  return {
    onRequest({ requestHandler, setRequestHandler }) {
      setRequestHandler(async (request, call) => {
        try {
          return await requestHandler(request, call);
        } catch (error) {
          return unexpectedFailure(error, log, call.requestId);
        }
      });
    },
    onResultProcess({ result, setResult, serverContext }) {
      if (!('errors' in result) || !result.errors) return;
      const request = { log, requestId: serverContext.requestId ?? '' };
      const errors = result.errors.map((error) => presentError(error, request));
      setResult({ ...result, errors } satisfies ExecutionResult);
    },
  };
}

/** For failures outside of an operation. Otherwise the server below would send the stack trace and log nothing. */
export function unexpectedFailure(error: unknown, log: Logger, requestId = ''): Response {
  log.error({ err: error, requestId }, 'a request failed');
  const extensions = { code: 'INTERNAL' satisfies ErrorCode, requestId };
  const { status } = errorCodes.INTERNAL;
  return Response.json({ errors: [{ message: internalMessage, extensions }] }, { status });
}
