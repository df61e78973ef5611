import {
  type DocumentNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type Source,
} from 'graphql';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { type DocumentSize, sizeOfDocument } from './document-size.ts';
import { comparisonsOf } from './field-comparisons.ts';
import { createMeasure } from './query-cost.ts';

/** The limits of one document. They do not depend on variables, so that each document is measured once. */
export const limits = gatewayLimits.graphql;

export type DocumentLimits = Readonly<Record<keyof typeof limits, number>>;

/** Returned with every response: the cost of the operation and the limit. */
type CostExtension = { readonly cost: { readonly requested: number; readonly limit: number } };

const costs = new WeakMap<OperationDefinitionNode, CostExtension>();

/** One error for each limit that the document, or an operation in it, exceeds. Remembers the cost of the operations. */
export function excessesOf(
  schema: GraphQLSchema,
  document: DocumentNode,
  allowed: DocumentLimits = limits,
): GraphQLError[] {
  const large = excessesOfSize(sizeOfDocument(document), allowed);
  if (large.length > 0) return large;
  const costly = excessesOfOperations(schema, document);
  if (costly.length > 0) return costly;
  return excessesOfComparisons(document, allowed);
}

function excessesOfSize(size: DocumentSize, allowed: DocumentLimits): GraphQLError[] {
  const names = Object.keys(size) as (keyof DocumentSize)[];
  return names
    .filter((name) => size[name] > allowed[name])
    .map((name) => {
      const message = `The document has ${size[name]} ${name}; at most ${allowed[name]} are allowed.`;
      return excess(message, { name, requested: size[name], allowed: allowed[name] }, {});
    });
}

function excessesOfOperations(schema: GraphQLSchema, document: DocumentNode): GraphQLError[] {
  const measure = createMeasure(schema, document);
  return document.definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const measured = measure(node);
    costs.set(node, { cost: { requested: measured.cost, limit: limits.cost } });
    return (['depth', 'aliases', 'fields', 'cost'] as const)
      .filter((name) => measured[name] > limits[name])
      .map((name) => {
        const message = `The operation's ${name} is ${measured[name]}; at most ${limits[name]} is allowed.`;
        return excess(message, { name, requested: measured[name], allowed: limits[name] }, { nodes: node });
      });
  });
}

function excessesOfComparisons(document: DocumentNode, { comparisons: allowed }: DocumentLimits): GraphQLError[] {
  if (comparisonsOf(document, allowed) <= allowed) return [];
  const message = `The document selects the same fields too often: at most ${allowed} comparisons of fields with the same name are allowed.`;
  return [excess(message, { name: 'comparisons', allowed }, {})];
}

/** The cost of an operation that has been measured; null if it has not. */
export function costOf(document: DocumentNode, operationName: string | null | undefined): CostExtension | null {
  const operation = getOperationAST(document, operationName);
  return (operation && costs.get(operation)) ?? null;
}

/** The data of an error about a limit; `requested` is missing if counting stopped at the limit. */
type Excess = {
  readonly name: keyof typeof limits;
  readonly requested?: number;
  readonly allowed: number;
};
type Place = { readonly nodes?: OperationDefinitionNode; readonly source?: Source; readonly positions?: number[] };

/** The error, which asks for a token if one would allow more. */
export function excess(message: string, limit: Excess, place: Place): GraphQLError {
  const isOfCaller = limit.allowed < limits[limit.name];
  const originalError = isOfCaller ? tokenNeeded(message) : new AppError('OPERATION_LIMIT_EXCEEDED', message);
  return new GraphQLError(message, { ...place, originalError, extensions: { limit } });
}

/** The error of a request that is only allowed with a token. */
export function tokenNeeded(message: string): AppError {
  return new AppError('UNAUTHENTICATED', `${message} Send a valid token: Authorization: Bearer <token>.`);
}
