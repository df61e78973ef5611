import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { tokenNeeded } from '../execution/limits.ts';
import type { AnonymousLimit } from './anonymous-limit.ts';
import { addressOf, type Call } from './call.ts';
import { isDocument, type KnownOperations } from './operations.ts';

/**
 * Refuses operations that need a token but have none, before they are validated and their variables are read. Introspection
 * and root fields with the extension `isOpen` need no token; new operations of this kind are counted.
 */
export function openOperations(schema: GraphQLSchema, known: KnownOperations, count: AnonymousLimit): Plugin<Call> {
  return {
    onParse({ context }) {
      if (context.opened?.session) return undefined;
      return ({ result }) => {
        if (!isDocument(result)) return;
        const field = closedFieldOf(schema, result, context.params?.operationName);
        if (field) {
          const cause = tokenNeeded(`${field.name.value} needs a token.`);
          throw new GraphQLError(cause.message, { nodes: field, originalError: cause });
        }
        if (!known.has(result)) count(addressOf(context), 'newDocumentsPerMinute', 1);
      };
    },
  };
}

/** A root field of the operation that needs a token. Unknown fields are left to validation. */
function closedFieldOf(schema: GraphQLSchema, document: DocumentNode, name: string | undefined): FieldNode | null {
  const operation = getOperationAST(document, name);
  const fields = operation && schema.getRootType(operation.operation)?.getFields();
  if (!fields) return null;
  const isClosed = ({ name: { value } }: FieldNode) => fields[value] !== undefined && !fields[value].extensions.isOpen;
  return rootFieldsOf(document, operation.selectionSet).find(isClosed) ?? null;
}

/** Each fragment is read only once, so cycles end. */
export function rootFieldsOf({ definitions }: DocumentNode, root: SelectionSetNode): readonly FieldNode[] {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  const fields: FieldNode[] = [];
  const collect = ({ selections }: SelectionSetNode): void => {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) fields.push(node);
      else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet);
      else {
        const fragment = fragments.get(node.name.value);
        fragments.delete(node.name.value);
        if (fragment) collect(fragment.selectionSet);
      }
    }
  };
  collect(root);
  return fields;
}
