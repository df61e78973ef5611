import {
  type DocumentNode,
  type FragmentDefinitionNode,
  type GraphQLSchema,
  getOperationAST,
  Kind,
  type SelectionSetNode,
} from 'graphql';
import { NotCompilable } from './collect-fields.ts';
import { compileObject } from './compile-object.ts';
import { type Complete, type RootResults, Run } from './run.ts';

type Request = {
  /** The event of a subscription. */
  readonly root?: unknown;
  readonly context: unknown;
  /** The coerced values of the variables. */
  readonly variables: Record<string, unknown>;
  /** Filled with the results of the root resolvers. */
  readonly rootResults: RootResults;
};

/** Answers a request that has no field errors; otherwise throws, and graphql-js finds the errors. */
export type CompiledQuery = (request: Request) => Promise<Answer> | Answer;
type Answer = { readonly data: unknown };

/**
 * The compiled query; null for operations that graphql-js must execute, such as operations with directives or
 * introspection, and mutations with fragments at their root.
 */
export function compileQuery(
  schema: GraphQLSchema,
  document: DocumentNode,
  operationName: string | undefined,
): CompiledQuery | null {
  const operation = getOperationAST(document, operationName);
  const rootType = operation && schema.getRootType(operation.operation);
  if (!operation || !rootType) return null;
  const steps = operation.operation === 'mutation' ? stepsOf(operation.selectionSet) : [operation.selectionSet];
  if (!steps) return null;
  const fragments: Record<string, FragmentDefinitionNode> = {};
  for (const definition of document.definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments[definition.name.value] = definition;
  }
  const plan = { schema, operation, fragments };
  try {
    const [complete, ...others] = steps.map((step) => compileObject(plan, rootType, [step]));
    return (request) => {
      const first = carryOut(complete!, request);
      return others.length === 0 ? first : inOrder(first, others, request);
    };
  } catch (error) {
    if (error instanceof NotCompilable) return null;
    throw error;
  }
}

/** The root fields of a mutation, executed in order; null unless they are plain fields with separate keys. */
function stepsOf({ selections }: SelectionSetNode): readonly SelectionSetNode[] | null {
  const fields = selections.filter((one) => one.kind === Kind.FIELD);
  const keys = new Set(fields.map(({ alias, name }) => (alias ?? name).value));
  if (keys.size < selections.length) return null;
  return fields.map((field) => ({ kind: Kind.SELECTION_SET, selections: [field] }));
}

function carryOut(complete: Complete, { root, context, variables, rootResults }: Request): Promise<Answer> | Answer {
  const run = new Run(context, variables, rootResults);
  try {
    return run.finished({ data: complete(root ?? {}, run, 0) });
  } catch (error) {
    run.abandon();
    throw error;
  }
}

async function inOrder(
  first: Promise<Answer> | Answer,
  others: readonly Complete[],
  request: Request,
): Promise<Answer> {
  const { data } = await first;
  for (const complete of others) Object.assign(Object(data), (await carryOut(complete, request)).data);
  return { data };
}
