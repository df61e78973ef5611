import { GraphQLError } from 'graphql';
import { invalidField } from '../../domain/base/errors.ts';
import { excessOfJson, type JsonBounds, type JsonExcess } from '../../domain/base/json-bounds.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { type DocumentLimits, limits, tokenNeeded } from '../execution/limits.ts';
import type { Call } from './call.ts';

/** Limits on the body, document and JSON of a request. The limits are lower without a token. */
export type RequestBudget = {
  readonly hasToken: boolean;
  readonly bodyBytes: number;
  readonly document: DocumentLimits;
  readonly json: JsonBounds;
};

const { bodyBytes, graphqlJson, graphqlWithoutToken } = gatewayLimits;

export const budgetWithToken: RequestBudget = {
  hasToken: true,
  bodyBytes: bodyBytes.graphql,
  document: limits,
  json: graphqlJson,
};

const budgetWithoutToken: RequestBudget = {
  hasToken: false,
  bodyBytes: graphqlWithoutToken.bodyBytes,
  document: { ...limits, ...graphqlWithoutToken },
  json: { ...graphqlJson, values: graphqlWithoutToken.values },
};

export function budgetOf({ opened }: Pick<Call, 'opened'>): RequestBudget {
  return opened?.session ? budgetWithToken : budgetWithoutToken;
}

/** Parses JSON. Throws if the text exceeds the budget; returns undefined if it is not JSON. */
export function parseJsonWithin(budget: RequestBudget, text: string): unknown {
  const exceeded = excessOfJson(text, budget.json);
  if (exceeded) throw tooMuchJson(budget, exceeded);
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function tooMuchJson(budget: RequestBudget, limit: JsonExcess): GraphQLError {
  const message = messages[limit.name](limit.allowed);
  const originalError = budget.hasToken ? invalidField(['variables'], 'TOO_LARGE', message) : tokenNeeded(message);
  return new GraphQLError(message, { originalError, extensions: { limit } });
}

const messages: Readonly<Record<keyof JsonBounds, (allowed: number) => string>> = {
  nesting: (allowed) => `Variables can be nested at most ${allowed} levels deep.`,
  entries: (allowed) => `A list or object in the variables can have at most ${allowed} entries.`,
  numberCharacters: (allowed) => `A number in the variables can have at most ${allowed} characters.`,
  values: (allowed) => `The variables can have at most ${allowed} values.`,
};
