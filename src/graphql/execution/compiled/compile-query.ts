import { type DocumentNode, type FragmentDefinitionNode, type GraphQLSchema, getOperationAST, Kind } from 'graphql';
import { NotCompilable } from './collect-fields.ts';
import { compileObject } from './compile-object.ts';
import { type RootResults, Run } from './run.ts';

type Request = {
  readonly context: unknown;
  /** The coerced values of the variables. */
  readonly variables: Record<string, unknown>;
  /** Filled with what the resolvers of the root fields return. */
  readonly rootResults: RootResults;
};

/** Answers a request if none of its fields has errors, otherwise throws; graphql-js then finds the errors. */
export type CompiledQuery = (request: Request) => Promise<Answer> | Answer;
type Answer = { readonly data: unknown };

/** Null for operations that graphql-js must execute: mutations, subscriptions, directives, introspection. */
export function compileQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): CompiledQuery | null {
  const operation = getOperationAST(document, operationName);
  const queryType = schema.getQueryType();
  if (operation?.operation !== 'query' || !queryType) return null;
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  try {
    const complete = compileObject({ schema, operation, fragments }, queryType, [operation.selectionSet]);
    return ({ context, variables, rootResults }) => {
      const run = new Run(context, variables, rootResults);
      try {
        return run.finished({ data: complete({}, run, 0) });
      } catch (error) {
        run.abandon();
        throw error;
      }
    };
  } catch (error) {
    if (error instanceof NotCompilable) return null;
    throw error;
  }
}
