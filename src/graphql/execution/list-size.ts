import { type FieldNode, type GraphQLField, Kind, type ValueNode } from 'graphql';
import { gatewayLimits } from '../../domain/base/limits.ts';

/**
 * The extension `listSize` of a field: how many records the query cost counts the field as. Either a typical length, or
 * the longest that the lists in these arguments may be, multiplied.
 */
export type ListSize = number | Readonly<Record<string, number>>;

/**
 * The extension `work` of a field: what it costs beside what is selected in it. Its input may be a variable, which many
 * aliases can share, so it counts as the largest input.
 */
export type Work = number;

export function workOf({ extensions }: GraphQLField<unknown, unknown>): Work {
  return typeof extensions.work === 'number' ? extensions.work : 0;
}

const largestPage = gatewayLimits.pageSize.graphql;

/** How many records a field is counted as: its page size if it has pages, else its `listSize`, else one. */
export function sizeOf({ args, extensions }: GraphQLField<unknown, unknown>, { arguments: given = [] }: FieldNode) {
  const argumentOf = (name: string) => given.find((node) => node.name.value === name)?.value;
  const first = args.find(({ name }) => name === 'first');
  if (first) return pageSize(argumentOf('first'), first.defaultValue);
  const size = extensions.listSize as ListSize | undefined;
  if (typeof size !== 'object') return size ?? 1;
  return Object.entries(size).reduce((product, [name, most]) => product * lengthOf(argumentOf(name), most), 1);
}

/** A page size in a variable counts as the largest, so that a cost holds for every execution. */
function pageSize(first: ValueNode | undefined, otherwise: unknown): number {
  if (!first) return typeof otherwise === 'number' ? otherwise : largestPage;
  return first.kind === Kind.INT ? Math.min(Math.max(Number(first.value), 1), largestPage) : largestPage;
}

/** A list in a variable, or an absent one, counts as the longest. */
function lengthOf(value: ValueNode | undefined, most: number): number {
  if (!value || value.kind === Kind.VARIABLE || value.kind === Kind.NULL) return most;
  return value.kind === Kind.LIST ? Math.min(Math.max(value.values.length, 1), most) : 1;
}

/** The same for introspection, by type and field. They allow one introspection query per operation, but not two. */
export const introspectionSizes: Readonly<Record<string, number>> = {
  '__Schema.types': 150,
  '__Schema.directives': 5,
  '__Type.fields': 5,
  '__Type.inputFields': 2,
  '__Type.enumValues': 2,
};
