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
  const text = await textWithin(limits.answerBytes, result.data);
  return text === null ? { errors: [tooLong()] } : withText(result, text);
}

/** Returns null if it is longer. */
async function textWithin(mostBytes: number, data: unknown): Promise<string | null> {
  const serveOthers = createYield();
  const pieces: string[] = [];
  let bytes = 0;
  for (const piece of jsonPieces(data)) {
    bytes += Buffer.byteLength(piece);
    if (bytes > mostBytes) return null;
    pieces.push(piece);
    await serveOthers();
  }
  return pieces.join('');
}

/** Yoga writes a result with its `stringify`, if it has one, without the internal members of errors. */
function withText(result: ExecutionResult, dataText: string): ExecutionResult {
  const stringify = (shown: ExecutionResult) => {
    const members = Object.entries(shown).filter(([, member]) => member !== undefined && typeof member !== 'function');
    const texts = members.map(([name, member]) => {
      return `${JSON.stringify(name)}:${name === 'data' ? dataText : JSON.stringify(member)}`;
    });
    return `{${texts.join(',')}}`;
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
