import type { Scope } from '../../domain/account/scope.ts';
import { type AppError, invalidField } from '../../domain/base/errors.ts';
import type { NaturalKey } from '../../domain/base/record-name.ts';
import { authorize } from '../../ports/context.ts';
import type { PageRequest } from '../../ports/stores/page-request.ts';
import { builder } from './builder.ts';
import type { GraphqlContext } from './context.ts';
import { globalId, readGlobalId } from './global-id.ts';

const mostNodes = 100;

type Loaded = object | null;
type NodeLoader = (localIds: readonly string[], ctx: GraphqlContext) => Promise<readonly Loaded[]>;
type KeyLoader = (keys: readonly NaturalKey[], ctx: GraphqlContext) => Promise<readonly Loaded[]>;

const loaders = new Map<string, { readonly scope: Scope; readonly load: NodeLoader; readonly loadByKey?: KeyLoader }>();
const typeNames = new WeakMap<object, string>();

/** Relay's object identification: every stored record has an `id` by which `node` finds it. */
export const NodeRef = builder.interfaceRef<object>('Node').implement({
  description: 'A record that `node` can return by its id.',
  resolveType: (record) => typeNames.get(record),
  fields: (t) => ({
    id: t.id({ description: 'An opaque id, unique among all records of all types.', resolve: () => '' }),
  }),
});

export const typeNameOf = (record: object): string | undefined => typeNames.get(record);

/**
 * Makes the records of a type available through `node` and `nodes` to tokens with the scope. With `loadByKey`, a
 * federation router can also load the records by key.
 */
export function loadNodesOf(typeName: string, scope: Scope, load: NodeLoader, loadByKey?: KeyLoader): void {
  loaders.set(typeName, { scope, load, loadByKey });
}

type ListReader = (
  ctx: GraphqlContext,
  filter: { readonly serviceId: { readonly in: readonly string[] } },
  page: PageRequest,
) => Promise<readonly { readonly serviceId: string }[]>;

/** Like `loadNodesOf`, for records that are read through their list. */
export function loadNodesFrom(list: ListReader, typeName: string, scope: Scope): void {
  loadNodesOf(typeName, scope, async (serviceIds, ctx) => {
    const found = await list(ctx, { serviceId: { in: serviceIds } }, { limit: serviceIds.length, after: null });
    return serviceIds.map((serviceId) => found.find((one) => one.serviceId === serviceId) ?? null);
  });
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
    description: 'The record with this id, or null. Requires the scope for reading its type.',
    args: { id: t.arg.id({ required: true, description: 'The `id` of a record.' }) },
    resolve: async (_root, { id }, ctx) => (await findRecords([readGlobalId(id, ['id'])], ctx))[0] ?? null,
  }),
  nodes: t.field({
    type: [NodeRef],
    extensions: { listSize: { ids: mostNodes } },
    nullable: { list: false, items: true },
    description: `The records with these ids, in the same order; null for an unknown id. At most ${mostNodes}. Requires the scopes for reading their types.`,
    args: { ids: t.arg.idList({ required: true, description: 'The `id` of each record.' }) },
    resolve: (_root, { ids }, ctx) => {
      if (ids.length > mostNodes) throw invalid('ids', 'TOO_LONG', `ids may have at most ${mostNodes} entries.`);
      const names = ids.map((id, index) => readGlobalId(id, ['ids', String(index)]));
      return findRecords(names, ctx);
    },
  }),
}));

/** A record of a type, identified by its id or by its key in the client's system. */
export type RecordToFind = { readonly typeName: string } & (
  | { readonly localId: string }
  | { readonly key: NaturalKey }
);

/** The records with these names, in the same order; null for unknown records. */
export async function findRecords(names: readonly RecordToFind[], ctx: GraphqlContext): Promise<Loaded[]> {
  const found = new Map<RecordToFind, Loaded>();
  await Promise.all(
    [...loaders].map(async ([typeName, { scope, load, loadByKey }]) => {
      const ofType = names.filter((name) => name.typeName === typeName);
      if (ofType.length === 0) return;
      authorize(ctx, scope);
      const byId = ofType.flatMap((name) => ('localId' in name ? [name] : []));
      const byKey = ofType.flatMap((name) => ('key' in name ? [name] : []));
      const keep = (name: RecordToFind, record: Loaded) => {
        if (record) typeNames.set(record, typeName);
        found.set(name, record);
      };
      const ids = [...new Set(byId.map(({ localId }) => localId))];
      const records = ids.length === 0 ? [] : await load(ids, ctx);
      for (const name of byId) keep(name, records[ids.indexOf(name.localId)] ?? null);
      if (byKey.length === 0 || !loadByKey) return;
      const keyed = await loadByKey(
        byKey.map(({ key }) => key),
        ctx,
      );
      for (const [index, name] of byKey.entries()) keep(name, keyed[index] ?? null);
    }),
  );
  return names.map((name) => found.get(name) ?? null);
}

function invalid(field: string, code: string, message: string): AppError {
  return invalidField([field], code, message);
}
