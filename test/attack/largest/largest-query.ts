import {
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  isAbstractType,
  isLeafType,
  isObjectType,
  isRequiredArgument,
  type OperationTypeNode,
  parse,
} from 'graphql';
import { gatewayLimits } from '../../../src/domain/base/limits.ts';
import { excessesOf } from '../../../src/graphql/execution/limits.ts';
import { schema } from '../../../src/graphql/schema.ts';
import type { WatchedGateway } from './watched-gateway.ts';

type Field = GraphQLField<unknown, unknown>;

/** How a root field is requested: the REST operation before it, its arguments, and the variables in them. */
export type Asked = {
  readonly after: string;
  readonly definitions: string;
  readonly args: string;
  readonly variables: unknown;
  /** Default: all fields. */
  readonly selection?: string;
};

export type RootField = Field;
export type Kind = 'query' | 'mutation' | 'subscription';

export const rootFields = (kind: Kind): readonly Field[] =>
  Object.values(schema.getRootType(kind as OperationTypeNode)?.getFields() ?? {});

/** The maximum number of document ids for `nodes`. */
export async function transactionIds(gateway: WatchedGateway): Promise<readonly string[]> {
  const response = await gateway.fetch('/graphql', {
    method: 'POST',
    headers: { Authorization: gateway.token, 'Content-Type': 'application/json' },
    body: JSON.stringify({
      query: '{ transactions(first: 100, orderBy: { field: EXTERNAL_ID, direction: ASC }) { nodes { id } } }',
    }),
  });
  const { data } = (await response.json()) as { data: { transactions: { nodes: { id: string }[] } } };
  return data.transactions.nodes.map(({ id }) => id);
}

export type Attempt = { readonly document: string; readonly says: string };

/** Documents for a root field, the largest allowed ones first. */
export function* attempts(operation: Kind, field: Field, asked: Asked): Generator<Attempt> {
  const isPaged = field.args.some(({ name }) => name === 'first');
  for (const first of isPaged ? [100, 50, 20, 5, 1] : [null]) {
    const document = deepest((depth) => documentOf(operation, [callOf('', field, asked, first, depth)], asked));
    if (document)
      yield { document: document.document, says: `${first === null ? '' : `first ${first}, `}depth ${document.depth}` };
  }
  for (const depth of [3, 2, 1]) {
    const document = documentOf(operation, [callOf('', field, asked, isPaged ? 1 : null, depth)], asked);
    if (isAllowed(document)) yield { document, says: `depth ${depth}` };
  }
}

/** The same root field, repeated as often as allowed. */
export function repeatedRoot(field: Field, asked: Asked): Attempt | null {
  const isPaged = field.args.some(({ name }) => name === 'first');
  for (const depth of [3, 2, 1]) {
    for (const times of [45, 10, 3]) {
      const calls = Array.from({ length: times }, (_, index) =>
        callOf(`a${index}: `, field, asked, isPaged ? 100 : null, depth),
      );
      const document = documentOf('query', calls, asked);
      if (isAllowed(document)) return { document, says: `${times} times, depth ${depth}` };
    }
  }
  return null;
}

/**
 * Each field of a record that contains records, repeated as often as allowed, through the root field that finds the
 * record.
 */
export function* repeatedFields(field: Field, asked: Asked, seen: Set<string>): Generator<Attempt> {
  const way = wayToRecord(field);
  if (!way) return;
  const isPaged = field.args.some(({ name }) => name === 'first');
  for (const inner of Object.values(way.type.getFields())) {
    const key = `${way.type.name}.${inner.name}`;
    if (isLeafType(getNamedType(inner.type)) || seen.has(key) || inner.args.some(isRequiredArgument)) continue;
    seen.add(key);
    for (const times of [45, 20, 5]) {
      const aliases = Array.from({ length: times }, (_, index) => `a${index}: ${inner.name} { __typename }`).join(' ');
      const args = [asked.args, isPaged ? 'first: 1' : ''].filter(Boolean).join(', ');
      const document = documentOf('query', [`${field.name}${args && `(${args})`} ${way.wrap(aliases)}`], asked);
      if (!isAllowed(document)) continue;
      yield { document, says: `${key} ${times} times` };
      break;
    }
  }
}

function wayToRecord(field: Field) {
  const type = getNamedType(field.type);
  if (!isObjectType(type)) return null;
  const nodes = type.getFields().nodes;
  const node = nodes && getNamedType(nodes.type);
  if (isObjectType(node)) return { type: node, wrap: (inner: string) => `{ nodes { ${inner} } }` };
  return { type, wrap: (inner: string) => `{ ${inner} }` };
}

function documentOf(operation: string, calls: readonly string[], { definitions }: Asked): string {
  return `${operation} ${definitions && `(${definitions})`} { ${calls.join(' ')} }`;
}

function callOf(alias: string, field: Field, asked: Asked, first: number | null, depth: number): string {
  const args = [asked.args, first === null ? '' : `first: ${first}`].filter(Boolean).join(', ');
  return `${alias}${field.name}${args && `(${args})`} ${asked.selection ?? selectionOf(getNamedType(field.type), depth, [])}`;
}

const isAllowed = (document: string) => excessesOf(schema, parse(document)).length === 0;

function deepest(documentFor: (depth: number) => string): { readonly document: string; readonly depth: number } | null {
  const found: { document: string; depth: number }[] = [];
  for (let depth = 1; depth < gatewayLimits.graphql.depth; depth++) {
    const document = documentFor(depth);
    if (
      document === found.at(-1)?.document ||
      document.length > gatewayLimits.graphql.characters ||
      !isAllowed(document)
    )
      break;
    found.push({ document, depth });
  }
  return found.at(-1) ?? null;
}

/** All fields down to a depth; a recursive type only by its name. */
function selectionOf(type: GraphQLNamedType, depth: number, way: readonly string[]): string {
  if (isLeafType(type)) return '';
  if (way.includes(type.name) || depth === 0) return '{ __typename }';
  const within = [...way, type.name];
  if (isObjectType(type)) return `{ __typename ${fieldsOf(type, depth, within, new Map())} }`;
  if (!isAbstractType(type)) return '';
  const typeOf = new Map<string, string>();
  const possible =
    type.name === 'Node'
      ? schema.getPossibleTypes(type).filter(({ name }) => name === 'Transaction')
      : schema.getPossibleTypes(type);
  const parts = possible.map((one) => {
    const isError = one.getInterfaces().some(({ name }) => name === 'UserError');
    return `... on ${one.name} { ${isError ? 'code message' : fieldsOf(one, depth, [...within, one.name], typeOf)} }`;
  });
  return `{ __typename ${parts.join(' ')} }`;
}

/** Within a union, fields with one name and several types cannot be selected together. */
function fieldsOf(
  type: { getFields(): Record<string, Field> },
  depth: number,
  way: readonly string[],
  typeOf: Map<string, string>,
): string {
  return Object.values(type.getFields())
    .filter((field) => !field.args.some(isRequiredArgument))
    .filter(({ name, type: own }) => {
      const other = typeOf.get(name);
      typeOf.set(name, other ?? String(own));
      return other === undefined || other === String(own);
    })
    .map((field) => `${field.name} ${selectionOf(getNamedType(field.type), depth - 1, way)}`)
    .join(' ');
}
