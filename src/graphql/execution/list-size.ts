import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLField,
  Kind,
  type ObjectFieldNode,
  type ValueNode,
  type VariableDefinitionNode,
} from 'graphql';
import { defaultPageSize, gatewayLimits } from '../../domain/base/limits.ts';

/**
 * The extension `listSize` of a field: as how many records the query cost counts the field. It is either a typical length, or
 * the names of list arguments, or of lists in the input, whose maximum lengths are multiplied. An argument with a single value, such as a state, counts
 * as one record.
 */
type ListSize = number | Readonly<Record<string, number>>;

/**
 * The extension `work` of a field: its cost in addition to its selection. Its input may be a variable that many aliases share,
 * so it counts as the largest possible input.
 */
type Work = number;

export function workOf({ extensions }: GraphQLField<unknown, unknown>): Work {
  return typeof extensions.work === 'number' ? extensions.work : 0;
}

const largestPage = gatewayLimits.pageSize.graphql;

/**
 * As how many records a field counts: its page size if it has pages, otherwise its `listSize`, otherwise one. `single` has the
 * variables that hold one value in every execution.
 */
export function sizeOf(
  { args, extensions }: GraphQLField<unknown, unknown>,
  { arguments: given = [] }: FieldNode,
  single: ReadonlySet<string>,
): number {
  const sentAs = (nodes: readonly (ArgumentNode | ObjectFieldNode)[], name: string) =>
    nodes.find((node) => node.name.value === name)?.value;
  const input = sentAs(given, 'input');
  const within = input?.kind === Kind.OBJECT ? input.fields : [];
  const argumentOf = (name: string) => sentAs(given, name) ?? sentAs(within, name);
  if (args.some(({ name }) => name === 'first')) return pageSize([argumentOf('first'), argumentOf('last')]);
  const size = extensions.listSize as ListSize | undefined;
  if (typeof size !== 'object') return size ?? 1;
  return Object.entries(size).reduce((product, [name, most]) => product * lengthOf(argumentOf(name), most, single), 1);
}

/** A page size in a variable counts as the largest, so that a cost holds for every execution. */
function pageSize(sizes: readonly (ValueNode | undefined)[]): number {
  const written = sizes.filter((size) => size !== undefined && size.kind !== Kind.NULL);
  if (written.length === 0) return defaultPageSize;
  return Math.max(...written.map(sizeIn));
}

function sizeIn(size: ValueNode): number {
  return size.kind === Kind.INT ? Math.min(Math.max(Number(size.value), 1), largestPage) : largestPage;
}

/** A list in a variable, or an absent one, counts as the longest possible list; so does a value that may be null. */
function lengthOf(value: ValueNode | undefined, most: number, single: ReadonlySet<string>): number {
  if (value?.kind === Kind.VARIABLE) return single.has(value.name.value) ? 1 : most;
  if (!value || value.kind === Kind.NULL) return most;
  return value.kind === Kind.LIST ? Math.min(Math.max(value.values.length, 1), most) : 1;
}

/** The variables of a document that are required, and are not lists, in every operation that declares them. */
export function singleVariables({ definitions }: DocumentNode): ReadonlySet<string> {
  const variables = definitions.flatMap((one) =>
    one.kind === Kind.OPERATION_DEFINITION ? (one.variableDefinitions ?? []) : [],
  );
  const isSingle = ({ type }: VariableDefinitionNode) =>
    type.kind === Kind.NON_NULL_TYPE && type.type.kind === Kind.NAMED_TYPE;
  const others = new Set(variables.filter((one) => !isSingle(one)).map(({ variable }) => variable.name.value));
  return new Set(variables.map(({ variable }) => variable.name.value).filter((name) => !others.has(name)));
}

/** The same for introspection, by type and field. They allow one introspection query per operation, but not two. */
export const introspectionSizes: Readonly<Record<string, number>> = {
  '__Schema.types': 150,
  '__Schema.directives': 5,
  '__Type.fields': 5,
  '__Type.inputFields': 2,
  '__Type.enumValues': 2,
};
