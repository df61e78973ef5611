import type { Scope } from '../../domain/account/scope.ts';
import { type AppError, invalidField } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import { authorize } from '../../ports/context.ts';
import { builder } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { globalId, localIdIn, type RecordType, readGlobalId } from './global-id.ts';

const mostNodes = 100;

type Loaded = object | null;
type NodeLoader = (localIds: readonly string[], ctx: GraphqlContext) => Promise<readonly Loaded[]>;
type KeyLoader = (keys: readonly NaturalKey[], ctx: GraphqlContext) => Promise<readonly Loaded[]>;

const loaders = new Map<string, { readonly scope: Scope; readonly load: NodeLoader; readonly loadByKey?: KeyLoader }>();
const typeNames = new WeakMap<object, string>();

/** Relay's object identification: every stored record has an `id` by which `node` finds it. */
export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'A record that `node` finds by its id.',
  resolveType: (record) => typeNames.get(record),
  fields: (t) => ({
    id: t.id({ description: 'An opaque id, unique among all records of all types.', resolve: () => '' }),
  }),
});

export const typeNameOf = (record: object): string | undefined => typeNames.get(record);

/** Lets `node` and `nodes` find the records of a type, and other services those with a key, for tokens with the scope. */
export function loadNodesOf(typeName: string, scope: Scope, load: NodeLoader, loadByKey?: KeyLoader): void {
  loaders.set(typeName, { scope, load, loadByKey });
}

/** The field `id` of a type that implements `Node`. */
export function nodeId(typeName: string) {
  return {
    description: 'An opaque id for `node`.',
    resolve: ({ serviceId }: { readonly serviceId: string }) => globalId(typeName, serviceId),
  };
}

builder.queryFields((t) => ({
  node: t.field({
    type: NodeRef,
    nullable: true,
    description: 'The record with this id, or null. Needs the scope for reading its type.',
    args: { id: t.arg.id({ required: true, description: 'The `id` of a record.' }) },
    resolve: async (_root, { id }, ctx) => (await findNodes([id], ctx))[0] ?? null,
  }),
  nodes: t.field({
    type: [NodeRef],
    extensions: { listSize: { ids: mostNodes } },
    nullable: { list: false, items: true },
    description: `The records with these ids, in the same order; null for an unknown id. At most ${mostNodes}. Needs the scopes for reading their types.`,
    args: { ids: t.arg.idList({ required: true, description: 'The `id` of each record.' }) },
    resolve: (_root, { ids }, ctx) => {
      if (ids.length > mostNodes) throw invalid('ids', 'TOO_LONG', `At most ${mostNodes} ids.`);
      return findNodes(ids, ctx);
    },
  }),
}));

async function findNodes(ids: readonly string[], ctx: GraphqlContext): Promise<Loaded[]> {
  const found = new Map<string, Loaded>();
  const asked = ids.map((id) => readGlobalId(id, ['id']));
  await Promise.all(
    [...loaders].map(async ([typeName, { scope, load }]) => {
      const localIds = [...new Set(asked.filter((id) => id.typeName === typeName).map((id) => id.localId))];
      if (localIds.length === 0) return;
      authorize(ctx, scope);
      const records = await load(localIds, ctx);
      for (const [index, record] of records.entries()) {
        if (record) typeNames.set(record, typeName);
        found.set(globalId(typeName, localIds[index]!), record);
      }
    }),
  );
  return asked.map(({ typeName, localId }) => found.get(globalId(typeName, localId)) ?? null);
}

/** A record of a type, by its id or by its key in the client's system. */
export type EntityName = { readonly typeName: RecordType } & (
  | { readonly id: string; readonly path: readonly string[] }
  | { readonly key: NaturalKey }
);

/** The records with these names, in the same order; null for unknown ones. */
export async function findEntities(names: readonly EntityName[], ctx: GraphqlContext): Promise<Loaded[]> {
  const found: Loaded[] = names.map(() => null);
  await Promise.all(
    [...loaders].map(async ([typeName, { scope, load, loadByKey }]) => {
      const asked = [...names.entries()].filter(([, name]) => name.typeName === typeName);
      if (asked.length === 0) return;
      authorize(ctx, scope);
      const byId = asked.flatMap(([index, name]) =>
        'id' in name ? [{ index, value: localIdIn(name.id, name.typeName, [...name.path, 'id']) }] : [],
      );
      const byKey = asked.flatMap(([index, name]) => ('key' in name ? [{ index, value: name.key }] : []));
      const keep = (places: readonly { readonly index: number }[], records: readonly Loaded[]) => {
        for (const [position, record] of records.entries()) {
          if (record) typeNames.set(record, typeName);
          found[places[position]!.index] = record;
        }
      };
      if (byId.length > 0)
        keep(
          byId,
          await load(
            byId.map(({ value }) => value),
            ctx,
          ),
        );
      if (byKey.length > 0)
        keep(
          byKey,
          (await loadByKey?.(
            byKey.map(({ value }) => value),
            ctx,
          )) ?? [],
        );
    }),
  );
  return found;
}

function invalid(field: string, code: string, message: string): AppError {
  return invalidField([field], code, message);
}
