import {
  type FieldNode,
  type GraphQLField,
  Kind,
  type OperationDefinitionNode,
  type ValueNode,
  valueFromASTUntyped,
} from 'graphql';
import { defaultPageSize, gatewayLimits } from '../../domain/base/limits.ts';
import { isPlainObject } from '../../domain/base/plain-object.ts';

/**
 * The extension `listSize` of a field: the number of records that the query cost assumes. It is either a typical
 * length, or the names of list arguments or input lists, with their maximum lengths. The actual lengths are multiplied.
 * A single value, such as a state, counts as one record, and an absent list counts as its maximum.
 */
type ListSize = number | Readonly<Record<string, number>>;

/**
 * The extension `work` of a field: its cost in addition to its selection. Many aliases can share one variable as input,
 * so the variable counts as the largest possible input.
 */
type Work = number;

type Field = GraphQLField<unknown, unknown>;

export function workOf({ extensions }: Field): Work {
  return typeof extensions.work === 'number' ? extensions.work : 0;
}

/** Values of variables by name. */
export type SentVariables = Readonly<Record<string, unknown>>;

/** The variables as submitted, before type checks, and the defaults of the operation. */
export function variablesOf({ variableDefinitions }: OperationDefinitionNode, sent: SentVariables = {}): SentVariables {
  const defaults = (variableDefinitions ?? []).flatMap(({ variable, defaultValue }) =>
    defaultValue ? [[variable.name.value, valueFromASTUntyped(defaultValue)] as const] : [],
  );
  return { ...Object.fromEntries(defaults), ...sent };
}

/**
 * The number of records assumed for a field: its page size if it has pages, otherwise its `listSize`, otherwise one.
 */
export function sizeOf(field: Field, node: FieldNode, variables: SentVariables): number {
  const sent = (wanted: string): unknown => {
    const value = valueNodeOf(node, wanted);
    return value && valueFromASTUntyped(value, variables);
  };
  if (hasPages(field)) return pageSize([sent('first'), sent('last')]);
  const size = field.extensions.listSize as ListSize | undefined;
  if (typeof size !== 'object') return size ?? 1;
  const input = sent('input');
  const lists = isPlainObject(input) ? input : {};
  return Object.entries(size).reduce((product, [name, most]) => product * lengthOf(sent(name) ?? lists[name], most), 1);
}

/** Whether the size of a field depends on variables. */
export function isSizedByVariables(field: Field, node: FieldNode): boolean {
  const { listSize } = field.extensions;
  const names = hasPages(field)
    ? ['first', 'last']
    : typeof listSize === 'object'
      ? ['input', ...Object.keys(Object(listSize))]
      : [];
  return names.some((name) => {
    const value = valueNodeOf(node, name);
    return value !== undefined && hasVariable(value);
  });
}

function hasPages({ args }: Field): boolean {
  return args.some(({ name }) => name === 'first');
}

function valueNodeOf({ arguments: given = [] }: FieldNode, wanted: string): ValueNode | undefined {
  return given.find(({ name }) => name.value === wanted)?.value;
}

function hasVariable(value: ValueNode): boolean {
  if (value.kind === Kind.LIST) return value.values.some(hasVariable);
  if (value.kind === Kind.OBJECT) return value.fields.some((field) => hasVariable(field.value));
  return value.kind === Kind.VARIABLE;
}

const largestPage = gatewayLimits.pageSize.graphql;

function pageSize(sizes: readonly unknown[]): number {
  const given = sizes.filter((size) => size != null);
  if (given.length === 0) return defaultPageSize;
  return Math.max(...given.map((size) => (Number.isInteger(size) ? within(Number(size), largestPage) : largestPage)));
}

function lengthOf(list: unknown, most: number): number {
  if (list == null) return most;
  return Array.isArray(list) ? within(list.length, most) : 1;
}

function within(count: number, most: number): number {
  return Math.min(Math.max(count, 1), most);
}

/**
 * The list sizes of introspection, by type and field. They allow one introspection query per operation, but not two.
 */
export const introspectionSizes: Readonly<Record<string, number>> = {
  '__Schema.types': 150,
  '__Schema.directives': 5,
  '__Type.fields': 5,
  '__Type.inputFields': 2,
  '__Type.enumValues': 2,
};
