import {
  type DocumentNode,
  GraphQLError,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type Source,
} from 'graphql';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { createMeasuring, fragmentsOf } from './measure.ts';

/** What one document may ask for. They hold per document, so that they are worked out once for each. */
export const limits = gatewayLimits.graphql;

/** Told with every answer: what the operation was taken to cost, and what one may cost. */
export type CostExtension = { readonly cost: { readonly requested: number; readonly limit: number } };

const costs = new WeakMap<OperationDefinitionNode, CostExtension>();

/** What the operations of a document ask for too much of; notes the cost of the others. */
export function excessesOf(document: DocumentNode): GraphQLError[] {
  const measure = createMeasuring(fragmentsOf(document));
  return document.definitions.flatMap((node) => {
    if (node.kind !== Kind.OPERATION_DEFINITION) return [];
    const measured = measure(node);
    costs.set(node, { cost: { requested: measured.cost, limit: limits.cost } });
    return (['depth', 'aliases', 'fields', 'cost'] as const)
      .filter((name) => measured[name] > limits[name])
      .map((name) => {
        const message = `The operation's ${name} is ${measured[name]}; at most ${limits[name]} is allowed.`;
        return excess(message, { name, requested: measured[name] }, { nodes: node });
      });
  });
}

/** Null for a document that was refused. */
export function costOf(document: DocumentNode, operationName: string | null | undefined): CostExtension | null {
  const operation = getOperationAST(document, operationName);
  return (operation && costs.get(operation)) ?? null;
}

type Excess = { readonly name: keyof typeof limits; readonly requested?: number };
type Place = { readonly nodes?: OperationDefinitionNode; readonly source?: Source; readonly positions?: number[] };

export function excess(message: string, { name, requested }: Excess, place: Place): GraphQLError {
  return new GraphQLError(message, {
    ...place,
    originalError: new AppError('OPERATION_LIMIT_EXCEEDED', message),
    extensions: { limit: { name, requested, allowed: limits[name] } },
  });
}
