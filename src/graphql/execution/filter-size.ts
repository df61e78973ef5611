import {
  type ExecutionArgs,
  GraphQLError,
  type GraphQLNamedType,
  getNamedType,
  getOperationAST,
  isInputObjectType,
  typeFromAST,
} from 'graphql';
import { invalidField } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';

const { conditions: most } = gatewayLimits.filter;

/**
 * An error for each variable that is a filter with too many conditions. Conditions are counted in the raw input:
 * parsing a long filter only to refuse it takes a hundred times as long. Filters within the document are limited by its
 * number of values.
 */
export function longFilters({ schema, document, operationName, variableValues }: ExecutionArgs): GraphQLError[] {
  const operation = getOperationAST(document, operationName);
  return (operation?.variableDefinitions ?? []).flatMap((node) => {
    const name = node.variable.name.value;
    const sent = variableValues?.[name];
    if (typeof sent !== 'object' || sent === null) return [];
    const type = getNamedType(typeFromAST(schema, node.type));
    if (!isJoinedFilter(type) || countConditions(sent, 0) <= most) return [];
    const message = `A filter may have at most ${most} conditions.`;
    return [new GraphQLError(message, { nodes: node, originalError: invalidField([name], 'TOO_LONG', message) })];
  });
}

/** Whether filters of this type can contain other filters. */
export function isJoinedFilter(type: GraphQLNamedType | undefined): boolean {
  if (!isInputObjectType(type)) return false;
  const { and, or } = type.getFields();
  return [and, or].every((field) => field !== undefined && getNamedType(field.type) === type);
}

/** Adds the conditions of a filter, or of a list of filters, to `count`. Counting stops soon after the limit. */
function countConditions(sent: unknown, count: number): number {
  if (count > most) return count;
  if (Array.isArray(sent)) return sumUp(sent, count, (one, sum) => countConditions(one, sum + 1));
  if (!isPlainObject(sent)) return count;
  return sumUp(Object.entries(sent), count, ([name, value], sum) => {
    if (name === 'and' || name === 'or' || name === 'not') return countConditions(value, sum);
    return isPlainObject(value) ? sum + Object.values(value).filter((operand) => operand != null).length : sum;
  });
}

function sumUp<Entry>(entries: readonly Entry[], start: number, add: (entry: Entry, sum: number) => number): number {
  let sum = start;
  for (const entry of entries) {
    if (sum > most) return sum;
    sum = add(entry, sum);
  }
  return sum;
}
