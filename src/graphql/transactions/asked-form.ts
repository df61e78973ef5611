import { type FieldNode, type GraphQLResolveInfo, Kind, type SelectionSetNode } from 'graphql';
import { listedItemMembers, listedMembers } from '../../domain/transactions/transaction-summary.ts';

/** The part of a document a query needs: its columns, the short form of its JSON, or all of it. */
type Form = 'SUMMARY' | 'SHOWN' | 'WHOLE';

export type AskedDocument = { readonly form: Form; readonly withCustomer: boolean };

/** Cached selections, which are the same for every execution of an operation. */
const known = new WeakMap<FieldNode, AskedDocument>();

/** A query's selection on the documents of a list, through `nodes` or `edges`. */
export function askedOfNodes(info: GraphQLResolveInfo): AskedDocument {
  return asked(info, (lists, within) => [...within(lists, 'nodes'), ...within(within(lists, 'edges'), 'node')]);
}

/** A query's selection on one document. */
export function askedOfOne(info: GraphQLResolveInfo): AskedDocument {
  return asked(info, (document) => document);
}

type Sets = readonly SelectionSetNode[];
type DocumentsIn = (sets: Sets, within: (sets: Sets, name: string) => Sets) => Sets;

function asked({ fieldNodes, fragments }: GraphQLResolveInfo, documentsIn: DocumentsIn): AskedDocument {
  const [node] = fieldNodes;
  const found = node && known.get(node);
  if (found && fieldNodes.length === 1) return found;
  const fieldsOf = ({ selections }: SelectionSetNode): FieldNode[] =>
    selections.flatMap((node) => {
      if (node.kind === Kind.FIELD) return node;
      return fieldsOf(
        node.kind === Kind.INLINE_FRAGMENT ? node.selectionSet : fragments[node.name.value]!.selectionSet,
      );
    });
  const within = (sets: Sets, name: string) =>
    sets.flatMap(fieldsOf).flatMap((field) => (field.name.value === name ? (field.selectionSet ?? []) : []));
  const namesIn = (sets: Sets) => new Set(sets.flatMap(fieldsOf).map(({ name }) => name.value));
  const selected = fieldNodes.flatMap(({ selectionSet }) => selectionSet ?? []);
  const documents = documentsIn(selected, within);
  const names = namesIn(documents);
  const form = formOf(names, namesIn(within(documents, 'items')));
  const answer = { form, withCustomer: names.has('customer') };
  if (node && fieldNodes.length === 1) known.set(node, answer);
  return answer;
}

function formOf(names: ReadonlySet<string>, ofItems: ReadonlySet<string>): Form {
  if ([...names].every((name) => ofSummaries.has(name))) return 'SUMMARY';
  const areShown = [...names].every((name) => ofSummaries.has(name) || ofLists.has(name));
  return areShown && [...ofItems].every((name) => ofListedItems.has(name)) ? 'SHOWN' : 'WHOLE';
}

/** Additional fields commonly shown in lists. */
const ofLists: ReadonlySet<string> = new Set<string>([...listedMembers, 'items']);
const ofListedItems: ReadonlySet<string> = new Set<string>(['__typename', ...listedItemMembers]);

/** The fields of a document's summary. */
const ofSummaries: ReadonlySet<string> = new Set<string>([
  '__typename',
  'id',
  'serviceId',
  'source',
  'externalId',
  'transactionType',
  'transactionStatus',
  'transactionFilingStatus',
  'customerId',
  'customer',
  'taxDate',
  'currency',
  'createdFrom',
  'createdFromTransaction',
  'refunds',
  'derivedTransactions',
  'finalTransactionAmount',
  'rateBookVersion',
  'calculationNumber',
  'internalTimestamps',
  'createdAt',
  'updatedAt',
  'version',
]);
