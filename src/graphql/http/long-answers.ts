import { type ExecutionResult, GraphQLError } from 'graphql';
import { AppError } from '../../domain/base/errors.ts';
import { jsonPieces } from '../../http/json-pieces.ts';
import { createYield } from '../../usecases/writing/yield-to-event-loop.ts';
import { actualCostOf } from '../execution/actual-cost.ts';
import { limits } from '../execution/limits.ts';

/** Writing a shorter answer takes less than a millisecond. */
const longAnswerCost = 1_000;

/**
 * Writes long answers piece by piece, serves other requests in between, and refuses answers that are too long. Answers have no
 * natural limit, because clients can store long values.
 */
export async function written(result: ExecutionResult, contextValue: object): Promise<ExecutionResult> {
  if (!('data' in result) || actualCostOf(contextValue) < longAnswerCost) return result;
  const data = await bytesWithin(limits.answerBytes, result.data);
  return data === null ? { errors: [tooLong()] } : withBytes(result, data);
}

/** Returns null if there are more. Text of this length would be copied several times, each time in one turn. */
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

/** Yoga writes a result with its `stringify`, if it has one, without the internal members of errors. */
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
  const message = `The answer is longer than ${allowed} bytes: select less.`;
  return new GraphQLError(message, {
    originalError: new AppError('OPERATION_LIMIT_EXCEEDED', message),
    extensions: { limit: { name: 'answerBytes', allowed } },
  });
}
