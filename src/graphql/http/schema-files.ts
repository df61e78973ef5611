import { type GraphQLSchema, isAbstractType, lexicographicSortSchema, printSchema } from 'graphql';
import { contentTag, matchesWeakly, parseTagList } from '../../domain/base/etag.ts';
import { compressOnce } from '../../http/compression.ts';

const graphqlType = 'application/graphql; charset=utf-8';

type SchemaFile = { readonly contentType: string; readonly text: string; readonly tag: string };

/**
 * The schema as files for code generators: `schema.graphql`, and `possibleTypes.json`, which Apollo Client needs for
 * fragments on interfaces; in a subgraph also `subgraph.graphql`. Null for any other request. As with introspection, no
 * token is needed.
 */
export function createSchemaFiles(
  schema: GraphQLSchema,
  endpoint: string,
  subgraphTextOf: ((schema: GraphQLSchema) => string) | null = null,
) {
  const makers: Readonly<Record<string, () => SchemaFile>> = {
    [`${endpoint}/schema.graphql`]: once(() => fileOf(graphqlType, schemaTextOf(schema))),
    ...(subgraphTextOf && {
      [`${endpoint}/subgraph.graphql`]: once(() => fileOf(graphqlType, subgraphTextOf(schema))),
    }),
    [`${endpoint}/possibleTypes.json`]: once(() => fileOf('application/json', JSON.stringify(possibleTypesOf(schema)))),
  };
  return (request: Request): Promise<Response> | null => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return null;
    const make = makers[new URL(request.url).pathname];
    return make ? send(make(), request) : null;
  };
}

/** The schema in SDL, sorted by name. */
export function schemaTextOf(schema: GraphQLSchema): string {
  return `${printSchema(lexicographicSortSchema(schema))}\n`;
}

/** The object types of each interface and union. */
function possibleTypesOf(schema: GraphQLSchema): Readonly<Record<string, readonly string[]>> {
  const abstract = Object.values(schema.getTypeMap()).filter(isAbstractType);
  const named = abstract.map((type) => {
    const names = schema.getPossibleTypes(type).map(({ name }) => name);
    return [type.name, names.sort()] as const;
  });
  return Object.fromEntries(named.sort(([one], [other]) => (one < other ? -1 : 1)));
}

function fileOf(contentType: string, text: string): SchemaFile {
  return { contentType, text, tag: contentTag(text) };
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: make() };
    return made.value;
  };
}

async function send({ contentType, text, tag }: SchemaFile, { method, headers: asked }: Request): Promise<Response> {
  const headers = new Headers({
    'Cache-Control': 'public, max-age=300',
    'Content-Security-Policy': "default-src 'none'",
    'Content-Type': contentType,
    ETag: tag,
    Vary: 'Accept-Encoding',
    'X-Content-Type-Options': 'nosniff',
  });
  if (matchesWeakly(tag, parseTagList(asked.get('if-none-match') ?? '') ?? [])) {
    headers.delete('Content-Type');
    return new Response(null, { status: 304, headers });
  }
  const compressed = await compressOnce(text, asked.get('accept-encoding'));
  if (compressed) headers.set('Content-Encoding', compressed.encoding);
  const body = compressed ? new Uint8Array(compressed.bytes) : text;
  return new Response(method === 'HEAD' ? null : body, { headers });
}
