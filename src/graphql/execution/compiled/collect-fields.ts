import {
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLObjectType,
  type GraphQLSchema,
  isAbstractType,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
  typeFromAST,
} from 'graphql';

export type Plan = {
  readonly schema: GraphQLSchema;
  readonly operation: OperationDefinitionNode;
  readonly fragments: Readonly<Record<string, FragmentDefinitionNode>>;
};

/** Thrown for queries that graphql-js must execute. */
export class NotCompilable extends Error {}

/** Collects the fields selected on a type by response key, in the order of the query. */
export function collectFields(
  plan: Plan,
  type: GraphQLObjectType,
  { selections }: SelectionSetNode,
  nodes: Map<string, FieldNode[]>,
  seen: Set<string>,
): void {
  for (const node of selections) {
    if (node.directives && node.directives.length > 0) throw new NotCompilable('a directive');
    if (node.kind === Kind.FIELD) {
      const key = node.alias?.value ?? node.name.value;
      if (key === '__proto__') throw new NotCompilable('__proto__ as a key');
      const same = nodes.get(key);
      if (same) same.push(node);
      else nodes.set(key, [node]);
      continue;
    }
    const fragment = node.kind === Kind.FRAGMENT_SPREAD ? plan.fragments[node.name.value]! : node;
    if (node.kind === Kind.FRAGMENT_SPREAD) {
      if (seen.has(node.name.value)) continue;
      seen.add(node.name.value);
    }
    if (!fragment.typeCondition || isOfType(plan.schema, type, fragment.typeCondition)) {
      collectFields(plan, type, fragment.selectionSet, nodes, seen);
    }
  }
}

function isOfType(schema: GraphQLSchema, type: GraphQLObjectType, condition: FragmentDefinitionNode['typeCondition']) {
  const wanted = typeFromAST(schema, condition);
  return wanted === type || (isAbstractType(wanted) && schema.isSubType(wanted, type));
}
