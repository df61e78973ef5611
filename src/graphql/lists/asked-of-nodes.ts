import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';

type Asked = { readonly names: ReadonlySet<string>; readonly ofItems: ReadonlySet<string> };

/** The fields that a query selects on the records of a list, whether through `nodes` or `edges`, and on their items. */
export function askedOfNodes({ fieldNodes, fragments }: GraphQLResolveInfo): Asked {
  const fieldsOf = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return node;
      return fieldsOf(
        node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]!.selectionSet,
      );
    });
  const within = (sets: readonly SelectionSetNode[], name: string) =>
    sets.flatMap(fieldsOf).flatMap((field) => (field.name.value === name ? (field.selectionSet ?? []) : []));
  const lists = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const records = [...within(lists, 'nodes'), ...within(within(lists, 'edges'), 'node')];
  const namesIn = (sets: readonly SelectionSetNode[]) => new Set(sets.flatMap(fieldsOf).map(({ name }) => name.value));
  return { names: namesIn(records), ofItems: namesIn(within(records, 'items')) };
}
