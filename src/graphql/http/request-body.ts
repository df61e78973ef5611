import { GraphQLError } from 'graphql';
import type { GraphQLParams, Plugin } from 'graphql-yoga';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { workCosts } from '../../domain/base/work-costs.ts';
import { mediaTypeOf, requireUtf8 } from '../../http/media-type.ts';
import { sentInTime } from '../../http/slow-senders.ts';
import { inLaterTurn } from '../../usecases/writing/yield-to-event-loop.ts';
import { tokenNeeded } from '../execution/limits.ts';
import type { Call } from './call.ts';
import { readMultipart } from './multipart-request.ts';
import { budgetOf, budgetWithToken, parseJsonWithin, type RequestBudget } from './request-budget.ts';

/**
 * Accepts JSON bodies of up to 2 MB, and forms with a file. Browsers send JSON, and the header `Authorization`, which
 * forms need, across origins only after a preflight. So no other site can make its visitors' browsers change data here.
 */
export const readWithinLimit: Plugin<object, Call> = {
  onRequestParse({ request, serverContext, setRequestParser }) {
    if (request.method !== 'POST') return;
    const budget = budgetOf(serverContext);
    const type = mediaTypeOf(request.headers.get('content-type'));
    if (type === 'multipart/form-data') {
      requireForm(request.headers, budget);
      setRequestParser((form) => readMultipart(form, budget));
      return;
    }
    if (!jsonTypes.includes(type)) {
      throw new AppError('UNSUPPORTED_MEDIA_TYPE', 'Send the operation as application/json.');
    }
    requireUtf8(request.headers.get('content-type'));
    const { text } = serverContext;
    if (text !== undefined) {
      setRequestParser(() => paramsIn(text, budget));
      return;
    }
    const length = request.headers.get('content-length');
    if (length !== null) requireShort(Number(length), budget);
    // Node's parser never delivers more than the declared length.
    const read = length === null ? (body: Request) => readCounted(body, budget) : (body: Request) => body.text();
    setRequestParser(async (body) => {
      const sent = await (budget.hasToken ? read(body) : sentInTime(read(body)));
      serverContext.opened?.session?.work.add(workCosts.bodyByte * sent.length);
      return paramsIn(sent, budget);
    });
  },
};

/** Reading text of this length takes several milliseconds. */
const longText = 100_000;

const jsonTypes = ['application/json', 'application/graphql+json'];

function requireForm(headers: Headers, { hasToken }: RequestBudget): void {
  if (!hasToken) throw tokenNeeded('Forms require a token.');
  if (Number(headers.get('content-length') ?? 0) <= gatewayLimits.csv.formBytes) return;
  throw new AppError('BODY_TOO_LARGE', `A file may have at most ${gatewayLimits.csv.fileBytes} bytes.`);
}

function requireShort(length: number, budget: RequestBudget): void {
  if (length > budgetWithToken.bodyBytes) throw tooLarge(budgetWithToken, length);
  if (length > budget.bodyBytes) throw tooLarge(budget, length);
}

async function readCounted({ body }: Request, budget: RequestBudget): Promise<string> {
  if (body === null) return '';
  const reader = body.getReader();
  const chunks: Uint8Array[] = [];
  let length = 0;
  for (let part = await reader.read(); !part.done; part = await reader.read()) {
    length += part.value.byteLength;
    // The rest remains unread, because cancelling it would close the connection before the response is sent.
    if (length > budget.bodyBytes) throw tooLarge(budget);
    chunks.push(part.value);
  }
  return Buffer.concat(chunks).toString();
}

/** For a request without a token, only a declared length shows whether a token would make the body acceptable. */
function tooLarge({ bodyBytes, hasToken }: RequestBudget, requested?: number): GraphQLError {
  const extensions = { limit: { name: 'bodyBytes', requested, allowed: bodyBytes } };
  const fitsWithToken = !hasToken && requested !== undefined;
  const message = hasToken
    ? `The body may have at most ${bodyBytes} bytes.`
    : `Without a token, the body may have at most ${bodyBytes} bytes.`;
  const originalError = fitsWithToken ? tokenNeeded(message) : new AppError('BODY_TOO_LARGE', message);
  return new GraphQLError(message, { originalError, extensions });
}

/** The parameters of a request. Yields to other requests between reading long text and validating its query. */
async function paramsIn(text: string, budget: RequestBudget): Promise<GraphQLParams> {
  const params = parseJsonWithin(budget, text);
  if (text.length > longText) await new Promise<void>(inLaterTurn);
  if (typeof params === 'object' && params !== null) return params;
  const extensions = { code: 'BAD_REQUEST', http: { status: 400 } };
  throw new GraphQLError('The body must be a JSON object.', { extensions });
}
