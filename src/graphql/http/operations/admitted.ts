import { type DocumentNode, type FieldNode, GraphQLError, type GraphQLSchema, getOperationAST } from 'graphql';
import type { Plugin } from 'graphql-yoga';
import { tokenNeeded } from '../../execution/limits.ts';
import type { AnonymousLimit } from '../anonymous-limit.ts';
import { addressOf, type Call } from '../call.ts';
import { rootFieldsOf } from '../root-fields.ts';
import { isDocument, type ValidOperations } from './validated.ts';

/**
 * Refuses operations that need a token but have none, before they are validated and their variables are read.
 * Introspection and root fields with the extension `isOpen` need no token; new operations of this kind count toward
 * the anonymous limit.
 */
export function admittedOperations(schema: GraphQLSchema, valid: ValidOperations, count: AnonymousLimit): Plugin<Call> {
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
        if (!valid.has(result)) count(addressOf(context), 'newDocumentsPerMinute', 1);
      };
    },
  };
}

/** A root field of the operation that needs a token. Validation reports unknown fields. */
function closedFieldOf(schema: GraphQLSchema, document: DocumentNode, name: string | undefined): FieldNode | null {
  const operation = getOperationAST(document, name);
  const fields = operation && schema.getRootType(operation.operation)?.getFields();
  if (!fields) return null;
  const isClosed = ({ name: { value } }: FieldNode) => fields[value] !== undefined && !fields[value].extensions.isOpen;
  return rootFieldsOf(document, operation.selectionSet).find(isClosed) ?? null;
}
