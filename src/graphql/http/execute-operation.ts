import { type ExecutionArgs, type ExecutionResult, GraphQLError, getOperationAST } from 'graphql';
import { AppError } from '../../domain/base/errors.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { holdsLongList, jsonPieces } from '../../http/json-pieces.ts';
import { createYield, inLaterTurn } from '../../usecases/writing/yield-to-event-loop.ts';
import type { GraphqlContext } from '../base/context.ts';
import { scopesOf } from '../base/field-scope.ts';
import { actualCostOf } from '../execution/actual-cost.ts';
import { createExecute } from '../execution/execute.ts';
import { longFilters } from '../execution/filter-size.ts';
import { forbiddenFields, isMutation } from '../execution/forbidden-fields.ts';
import { limits } from '../execution/limits.ts';

type Args = ExecutionArgs & { readonly contextValue: GraphqlContext };

/** Executes a valid query or mutation in its tenant's turn, within the budget and scopes of its client. */
export type ExecuteOperation = (args: Args) => Promise<ExecutionResult>;

export function createExecuteOperation(options: { readonly hideSuggestions: boolean }): ExecuteOperation {
  const execute = createExecute(options);

  async function executed(args: Args): Promise<ExecutionResult> {
    if (isLong(args)) await new Promise<void>(inLaterTurn); // Reading and validating the operation used up a turn.
    const scopes = args.contextValue.session?.principal.scopes ?? new Set();
    const forbidden = () => forbiddenFields(args, { scopes, scopesOf });
    // Without this check, a mutation would change records and then fail to return them.
    const errors = isMutation(args) ? forbidden() : [];
    if (errors.length > 0) return { errors };
    const filters = longFilters(args);
    const result = filters.length > 0 ? { errors: filters } : await execute(args);
    // If the token lacks a scope, that error replaces errors in the variables, so that their validation reveals
    // nothing.
    const insteadOf = filters.length > 0 || hasInvalidVariables(result) ? forbidden() : [];
    if (insteadOf.length > 0) return { errors: insteadOf };
    return written(withActualCost(args, result), args.contextValue);
  }

  return async (args) => {
    const { document, operationName, contextValue } = args;
    const { session } = contextValue;
    if (!session) return executed(args);
    try {
      await session.work.begin();
    } catch (error) {
      if (error instanceof AppError) return { errors: [new GraphQLError(error.message, { originalError: error })] };
      throw error;
    }
    try {
      return await executed(args);
    } finally {
      const operation = getOperationAST(document, operationName);
      const writes = operation?.operation === 'mutation' ? operation.selectionSet.selections.length : 0;
      session.work.add(workCosts.write * writes + workCosts.field * actualCostOf(contextValue));
      session.work.end();
    }
  };
}

/** A document of this length takes several milliseconds to validate the first time. */
const longDocument = 2_000;

const isLong = ({ document, variableValues }: Args) =>
  (document.loc?.end ?? 0) > longDocument || holdsLongList(variableValues);

/** Adds the actual cost of the records if it exceeds the estimate. */
function withActualCost({ contextValue }: Args, result: ExecutionResult): ExecutionResult {
  const cost = result.extensions?.cost as { readonly requested: number } | undefined;
  const actual = actualCostOf(contextValue);
  if (!cost || actual <= cost.requested) return result;
  return Object.assign(result, { extensions: { ...result.extensions, cost: { ...cost, actual } } });
}

function hasInvalidVariables(result: ExecutionResult): boolean {
  return !('data' in result) && result.errors?.[0]?.extensions.code === 'BAD_USER_INPUT';
}

/** Writing a shorter response takes less than a millisecond. */
const longAnswerCost = 1_000;

/**
 * Writes long responses in pieces, yields to other requests in between, and refuses responses that are too long.
 * Responses have no natural limit, because clients can store long values.
 */
async function written(result: ExecutionResult, contextValue: object): Promise<ExecutionResult> {
  if (!('data' in result) || actualCostOf(contextValue) < longAnswerCost) return result;
  const data = await bytesWithin(limits.answerBytes, result.data);
  return data === null ? { errors: [tooLong()] } : withBytes(result, data);
}

/**
 * The JSON in bytes; null if it exceeds the limit. Text of this length would be copied several times, each time in a
 * single turn.
 */
async function bytesWithin(mostBytes: number, data: unknown): Promise<readonly Buffer[] | null> {
  const serveOthers = createYield();
  const pieces: Buffer[] = [];
  let length = 0;
  for (const text of jsonPieces(data)) {
    const piece = Buffer.from(text);
    length += piece.length;
    if (length > mostBytes) return null;
    pieces.push(piece);
    await serveOthers();
  }
  return pieces;
}

/** Yoga writes a result with its `stringify`, if present, without the internal members of errors. */
function withBytes(result: ExecutionResult, data: readonly Buffer[]): ExecutionResult {
  const stringify = ({ data: _, ...shown }: ExecutionResult) => {
    const members = Object.entries(shown).filter(([, member]) => member !== undefined && typeof member !== 'function');
    const texts = members.map(([name, member]) => `,${JSON.stringify(name)}:${JSON.stringify(member)}`);
    return Buffer.concat([Buffer.from('{"data":'), ...data, Buffer.from(`${texts.join('')}}`)]);
  };
  return Object.assign(result, { stringify });
}

function tooLong(): GraphQLError {
  const { answerBytes: allowed } = limits;
  const message = `The response is longer than ${allowed} bytes. Select fewer fields or records.`;
  return new GraphQLError(message, {
    originalError: new AppError('OPERATION_LIMIT_EXCEEDED', message),
    extensions: { limit: { name: 'answerBytes', allowed } },
  });
}
