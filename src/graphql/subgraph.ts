import {
  type GraphQLField,
  type GraphQLFieldConfig,
  type GraphQLFieldResolver,
  GraphQLList,
  GraphQLNonNull,
  GraphQLObjectType,
  GraphQLScalarType,
  GraphQLSchema,
  GraphQLString,
  GraphQLUnionType,
  isObjectType,
} from 'graphql';
import { z } from 'zod';
import { invalidField } from '../domain/base/errors.ts';
import { externalIdInput, sourceInput } from '../domain/base/fields.ts';
import { isPlainObject } from '../domain/base/plain-object.ts';
import { requireToken } from './base/checked-input.ts';
import type { GraphqlContext } from './base/context.ts';
import { localIdIn, type RecordType } from './base/global-id.ts';
import { findRecords, type RecordToFind, typeNameOf } from './base/node.ts';
import { inSpan } from './base/use-case-span.ts';
import { counted } from './execution/actual-cost.ts';
import { schemaTextOf } from './http/schema-files.ts';

/** The key fields of each entity. An exemption has no key in the client's system. */
const keys: ReadonlyMap<RecordType, readonly string[]> = new Map([
  ['Customer', ['id', 'source externalId']],
  ['Exemption', ['id']],
  ['Transaction', ['id', 'source externalId']],
]);

/** The limit must be high, because a router requests all records of a response together. */
const mostEntities = 1_000;

const federation = 'https://specs.apollo.dev/federation/v2.3';

/** The schema as SDL for an Apollo Federation 2 subgraph, with `@key` on the entities. */
export function subgraphTextOf(schema: GraphQLSchema): string {
  const text = schemaTextOf(schema).replace(/^type (\w+)( implements [^{]+)? \{$/gm, (line, name: RecordType) => {
    const directives = (keys.get(name) ?? []).map((fields) => `@key(fields: "${fields}")`);
    return directives.length === 0 ? line : line.replace(/ \{$/, ` ${directives.join(' ')} {`);
  });
  return `extend schema @link(url: "${federation}", import: ["@key"])\n\n${text}`;
}

type Config = GraphQLFieldConfig<unknown, GraphqlContext>;

/** The schema with the two additional fields that a router requires. */
export function subgraphOf(schema: GraphQLSchema): GraphQLSchema {
  const { query, types, ...rest } = schema.toConfig();
  const { fields, ...config } = query!.toConfig();
  const Query = new GraphQLObjectType({
    ...config,
    fields: { ...fields, _entities: entitiesOf(schema), _service: serviceOf(schema) },
  });
  const entities = Query.getFields()._entities!;
  entities.resolve = counted(entities as GraphQLField<unknown, object>);
  return new GraphQLSchema({ ...rest, query: Query, types: types.filter((type) => type !== query) });
}

const Representation = new GraphQLScalarType({
  name: '_Any',
  description: 'A record reference: `__typename` and the fields of one of its keys.',
});

function entitiesOf(schema: GraphQLSchema): Config {
  const Entity = new GraphQLUnionType({
    name: '_Entity',
    description: 'A record that other services can reference.',
    types: [...keys.keys()].map((name) => schema.getType(name)).filter(isObjectType),
    resolveType: (record) => typeNameOf(record),
  });
  return {
    type: new GraphQLNonNull(new GraphQLList(Entity)),
    description: `The records with these keys, in the same order; null for an unknown key. At most ${mostEntities}. Requires the scopes for reading their types.`,
    args: { representations: { type: new GraphQLNonNull(new GraphQLList(new GraphQLNonNull(Representation))) } },
    extensions: { listSize: { representations: mostEntities } },
    resolve: guarded('_entities', (_root, { representations }, ctx) => findRecords(namesIn(representations), ctx)),
  };
}

function serviceOf(schema: GraphQLSchema): Config {
  const Service = new GraphQLObjectType({
    name: '_Service',
    description: 'Subgraph schema, for composition by a router.',
    fields: { sdl: { type: new GraphQLNonNull(GraphQLString), description: 'The schema in SDL.' } },
  });
  let sdl: string | null = null;
  return {
    type: new GraphQLNonNull(Service),
    description: 'The schema as a subgraph.',
    extensions: { work: workOfText },
    resolve: guarded('_service', () => {
      sdl ??= subgraphTextOf(schema);
      return { sdl };
    }),
  };
}

/** The cost of the schema text, which is half a megabyte and printed once. */
const workOfText = 2_000;

type Resolver = GraphQLFieldResolver<unknown, GraphqlContext>;

/** Adds tracing and the token check, as for every root field. */
const guarded = (name: string, resolve: Resolver): Resolver => inSpan(name, requireToken(resolve));

function namesIn(representations: readonly unknown[]): RecordToFind[] {
  if (representations.length > mostEntities) {
    throw invalidField(['representations'], 'TOO_LONG', `representations may have at most ${mostEntities} entries.`);
  }
  return representations.map(nameIn);
}

function nameIn(sent: unknown, index: number): RecordToFind {
  const path = ['representations', String(index)];
  const { __typename, id, source, externalId } = isPlainObject(sent) ? sent : {};
  const [typeName, known] = [...keys].find(([name]) => name === __typename) ?? [];
  if (!typeName || !known) {
    const message = `__typename must be one of ${[...keys.keys()].join(', ')}.`;
    throw invalidField([...path, '__typename'], 'UNKNOWN_VALUE', message);
  }
  if (typeof id === 'string') return { typeName, localId: localIdIn(id, typeName, [...path, 'id']) };
  const key = z.object({ source: sourceInput, externalId: externalIdInput }).safeParse({ source, externalId }).data;
  if (key && known.length > 1) return { typeName, key };
  throw invalidField(
    path,
    'REQUIRED',
    `Identify the record by ${known.map((one) => one.replace(' ', ' and ')).join(', or by ')}.`,
  );
}
