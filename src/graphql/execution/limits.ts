import {
  type DocumentNode,
  type ExecutionArgs,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type OperationDefinitionNode,
  type Source,
} from 'graphql';
import { AppError } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { sendToken } from '../../ports/context.ts';
import { type DocumentSize, sizeOfDocument } from './document-size.ts';
import { comparisonsOf } from './field-comparisons.ts';
import { variablesOf } from './list-size.ts';
import { createMeasure } from './query-cost.ts';

/** Limits on one document. Only its cost may depend on variables; the rest is measured once. */
export const limits = gatewayLimits.graphql;

export type DocumentLimits = Readonly<Record<keyof typeof limits, number>>;

/** The costs of measured operations; null for a cost that depends on variables. */
const costs = new WeakMap<OperationDefinitionNode, number | null>();

/**
 * One error for each exceeded limit of the document or an operation in it. Once a check fails, slower checks are
 * skipped. `excessesOfCost` checks costs that depend on variables.
 */
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
    costs.set(node, measured.isFixed ? measured.cost : null);
    return (['depth', 'aliases', 'fields', 'cost'] as const)
      .filter((name) => name !== 'cost' || measured.isFixed)
      .flatMap((name) => excessOfOperation(node, name, measured[name]));
  });
}

function excessOfOperation(nodes: OperationDefinitionNode, name: OperationLimit, requested: number): GraphQLError[] {
  const allowed = limits[name];
  if (requested <= allowed) return [];
  const message = `The operation's ${quantities[name]} is ${requested}; at most ${allowed} is allowed.`;
  return [excess(message, { name, requested, allowed }, { nodes })];
}

type OperationLimit = 'depth' | 'aliases' | 'fields' | 'cost';

const quantities: Record<OperationLimit, string> = {
  depth: 'depth',
  aliases: 'number of aliases',
  fields: 'number of fields',
  cost: 'cost',
};

function excessesOfComparisons(document: DocumentNode, { comparisons: allowed }: DocumentLimits): GraphQLError[] {
  if (comparisonsOf(document, allowed) <= allowed) return [];
  const message = `The document selects the same fields too often: at most ${allowed} comparisons of fields with the same name are allowed.`;
  return [excess(message, { name: 'comparisons', allowed }, {})];
}

/** The cost of an operation with its variables; null if the document has not been measured. */
export function costOf({ schema, document, operationName, variableValues }: ExecutionArgs): number | null {
  const operation = getOperationAST(document, operationName);
  const known = operation ? costs.get(operation) : undefined;
  if (!operation || known === undefined) return null;
  return known ?? createMeasure(schema, document, variablesOf(operation, variableValues ?? {}))(operation).cost;
}

/** The error for an operation whose cost with its variables exceeds the limit. */
export function excessesOfCost({ document, operationName }: ExecutionArgs, cost: number | null): GraphQLError[] {
  const operation = getOperationAST(document, operationName);
  return operation ? excessOfOperation(operation, 'cost', cost ?? 0) : [];
}

/** Data of a limit error. `requested` is missing if counting stopped at the limit. */
type Excess = {
  readonly name: keyof typeof limits;
  readonly requested?: number;
  readonly allowed: number;
};
type Place = { readonly nodes?: OperationDefinitionNode; readonly source?: Source; readonly positions?: number[] };

/** The error; suggests sending a token if that raises the limit. */
export function excess(message: string, limit: Excess, place: Place): GraphQLError {
  const isOfCaller = limit.allowed < limits[limit.name];
  const originalError = isOfCaller ? tokenNeeded(message) : new AppError('OPERATION_LIMIT_EXCEEDED', message);
  return new GraphQLError(message, { ...place, originalError, extensions: { limit } });
}

/** The error for a request that requires a token. */
export function tokenNeeded(message: string): AppError {
  return new AppError('UNAUTHENTICATED', `${message} ${sendToken}`);
}
