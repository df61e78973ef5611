import {
  type ExecutionArgs,
  type FieldNode,
  GraphQLError,
  type GraphQLField,
  type GraphQLNamedType,
  getNamedType,
  getOperationAST,
  isInterfaceType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  type SelectionNode,
  type SelectionSetNode,
} from 'graphql';
import type { Scope } from '../../domain/account/scope.ts';
import { AppError } from '../../domain/base/errors.ts';

type ScopesOf = (field: GraphQLField<unknown, unknown>) => readonly Scope[];
type Granted = { readonly scopes: ReadonlySet<Scope>; readonly scopesOf: ScopesOf };

export function isMutation({ document, operationName }: ExecutionArgs): boolean {
  return getOperationAST(document, operationName)?.operation === 'mutation';
}

/** One error for each field whose scope the token lacks. */
export function forbiddenFields(args: ExecutionArgs, { scopes, scopesOf }: Granted): GraphQLError[] {
  const { schema, document, operationName, variableValues } = args;
  const operation = getOperationAST(document, operationName);
  const root = operation && schema.getRootType(operation.operation);
  if (!operation || !root) return [];
  const outcome = operation.operation === 'mutation' ? ' Nothing was changed.' : '';
  const fragments = new Map(
    document.definitions.flatMap((node) => (node.kind === Kind.FRAGMENT_DEFINITION ? [[node.name.value, node]] : [])),
  );
  const isLeftOut = leftOutBy(operation, variableValues ?? {});
  const errors: GraphQLError[] = [];

  function visitAll(
    { selections }: SelectionSetNode,
    type: GraphQLNamedType | undefined,
    path: readonly string[],
  ): void {
    for (const node of selections) {
      if (isLeftOut(node)) continue;
      if (node.kind === Kind.FIELD) visitField(node, type, path);
      else {
        const fragment = node.kind === Kind.INLINE_FRAGMENT ? node : fragments.get(node.name.value);
        const condition = fragment?.typeCondition?.name.value;
        if (fragment) visitAll(fragment.selectionSet, condition ? schema.getType(condition) : type, path);
      }
    }
  }

  function visitField(node: FieldNode, type: GraphQLNamedType | undefined, parents: readonly string[]): void {
    const field = isObjectType(type) || isInterfaceType(type) ? type.getFields()[node.name.value] : undefined;
    if (!field) return;
    const path = [...parents, (node.alias ?? node.name).value];
    const lacking = scopesOf(field).find((scope) => !scopes.has(scope));
    if (lacking) errors.push(forbidden(node, path, lacking, outcome));
    else if (node.selectionSet) visitAll(node.selectionSet, getNamedType(field.type), path);
  }

  visitAll(operation.selectionSet, root, []);
  return errors;
}

function forbidden(nodes: FieldNode, path: readonly string[], scope: Scope, outcome: string): GraphQLError {
  const message = `The token lacks the scope ${scope}, required for ${path.join('.')}.${outcome}`;
  const issue = { path, code: 'FORBIDDEN', message: `Needs the scope ${scope}.` };
  return new GraphQLError(message, { nodes, originalError: new AppError('FORBIDDEN', message, { issues: [issue] }) });
}

/** Whether `@skip` or `@include` omits a selection. */
function leftOutBy(
  { variableDefinitions = [] }: OperationDefinitionNode,
  variables: Readonly<Record<string, unknown>>,
) {
  const valueIn = (name: string): unknown => {
    if (variables[name] !== undefined) return variables[name];
    const definition = variableDefinitions.find(({ variable }) => variable.name.value === name);
    return definition?.defaultValue?.kind === Kind.BOOLEAN ? definition.defaultValue.value : undefined;
  };
  return ({ directives = [] }: SelectionNode): boolean =>
    directives.some(({ name, arguments: [condition] = [] }) => {
      const node = condition?.value;
      const value = node?.kind === Kind.VARIABLE ? valueIn(node.name.value) : node?.kind === Kind.BOOLEAN && node.value;
      return (name.value === 'skip' && value === true) || (name.value === 'include' && value === false);
    });
}
