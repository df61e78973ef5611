import { GraphQLError } from 'graphql';
import { AppError, invalidField } from '../../domain/base/errors.ts';
import { excessOfJson, type JsonBounds, type JsonExcess } from '../../domain/base/json-bounds.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { excess, limits } from '../execution/limits.ts';
import type { Call } from './call.ts';

/** How much of a request is read before it is known to be worth it. */
export type RequestBudget = {
  readonly hasToken: boolean;
  readonly bodyBytes: number;
  readonly characters: number;
  readonly tokens: number;
  readonly json: JsonBounds;
};

const { bodyBytes, graphqlJson, graphqlWithoutToken } = gatewayLimits;

export const budgetWithToken: RequestBudget = {
  hasToken: true,
  bodyBytes: bodyBytes.graphql,
  characters: limits.characters,
  tokens: limits.tokens,
  json: graphqlJson,
};

const budgetWithoutToken: RequestBudget = {
  ...graphqlWithoutToken,
  hasToken: false,
  json: { ...graphqlJson, values: graphqlWithoutToken.values },
};

export function budgetOf({ opened }: Pick<Call, 'opened'>): RequestBudget {
  return opened?.session ? budgetWithToken : budgetWithoutToken;
}

type Length = { readonly name: 'characters' | 'tokens'; readonly requested?: number };

/** The refusal of a document that is too long. Without a token, a token is what it lacks. */
export function tooLong(budget: RequestBudget, message: string, { name, requested }: Length): GraphQLError {
  if (budget.hasToken) return excess(message, { name, requested }, {});
  const limit = { name, requested, allowed: budget[name] };
  return new GraphQLError(message, { originalError: tokenNeeded(message), extensions: { limit } });
}

/** The error of a request that is only allowed with a token. */
export function tokenNeeded(message: string): AppError {
  return new AppError('UNAUTHENTICATED', `${message} Send a valid token: Authorization: Bearer <token>.`);
}

/** Parses JSON that is within the budget; undefined for text that is not JSON. */
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
  values: (allowed) => `The variables can have at most ${allowed} values.`,
};
