import {
  type ArgumentNode,
  type DocumentNode,
  type FieldNode,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isAbstractType,
  isCompositeType,
  isInterfaceType,
  isListType,
  isObjectType,
  isUnionType,
  Kind,
  type OperationDefinitionNode,
  parse,
  print,
  type SelectionNode,
  type SelectionSetNode,
  type ValueNode,
  valueFromASTUntyped,
  visit,
} from 'graphql';

/*
 * An operation without fragments as compiled by Relay, so that every example can be normalized in Relay's store. The
 * compiler also adds `__typename`, `id`, and `__isX` for fragments on interfaces, with which the store distinguishes
 * records and types.
 */

type Json = Record<string, unknown>;

/** The text to send, and the request for Relay's runtime. */
export function requestOf(schema: GraphQLSchema, text: string): { readonly text: string; readonly request: Json } {
  const operation = completed(schema, withoutNames(parse(text)));
  const root = rootOf(schema, operation);
  const name = operation.name?.value ?? 'Example';
  const selections = selectionsOf(schema, operation.selectionSet, root);
  const argumentDefinitions = (operation.variableDefinitions ?? []).map(({ variable, defaultValue }) => ({
    kind: 'LocalArgument',
    name: variable.name.value,
    defaultValue: defaultValue ? valueFromASTUntyped(defaultValue) : null,
  }));
  const fragment = { kind: 'Fragment', name, type: root.name, metadata: null, abstractKey: null };
  const sent = print(operation);
  return {
    text: sent,
    request: {
      kind: 'Request',
      fragment: { ...fragment, argumentDefinitions, selections },
      operation: { kind: 'Operation', name, argumentDefinitions, selections },
      params: { id: null, cacheID: name, metadata: {}, name, operationKind: operation.operation, text: sent },
    },
  };
}

/** The operation with its named fragments in place. */
function withoutNames(document: DocumentNode): OperationDefinitionNode {
  const fragments = new Map(
    document.definitions.flatMap((one) => (one.kind === Kind.FRAGMENT_DEFINITION ? [[one.name.value, one]] : [])),
  );
  const inline: DocumentNode = visit(document, {
    FragmentSpread({ name }) {
      const { typeCondition, selectionSet } = fragments.get(name.value)!;
      return { kind: Kind.INLINE_FRAGMENT, typeCondition, selectionSet };
    },
  });
  return inline.definitions.find((one) => one.kind === Kind.OPERATION_DEFINITION)!;
}

function rootOf(schema: GraphQLSchema, { operation }: OperationDefinitionNode): GraphQLNamedType {
  return schema.getRootType(operation)!;
}

/** The operation with the fields that the store needs. */
function completed(schema: GraphQLSchema, operation: OperationDefinitionNode): OperationDefinitionNode {
  const complete = (set: SelectionSetNode, type: GraphQLNamedType, isRoot: boolean): SelectionSetNode => {
    const selections = set.selections.map((node): SelectionNode => {
      if (node.kind === Kind.FIELD) {
        const inner = typeOf(type, node);
        if (!node.selectionSet || !inner) return node;
        return { ...node, selectionSet: complete(node.selectionSet, inner, false) };
      }
      if (node.kind !== Kind.INLINE_FRAGMENT) throw new Error('A named fragment is left.');
      const on = schema.getType(node.typeCondition?.name.value ?? type.name)!;
      const within = complete(node.selectionSet, on, true);
      const mark = isAbstractType(on) ? [fieldNode('__typename', `__is${on.name}`)] : [];
      return { ...node, selectionSet: { ...within, selections: [...mark, ...within.selections] } };
    });
    const hasId = (isObjectType(type) || isInterfaceType(type)) && 'id' in type.getFields();
    const added = [...(isRoot ? [] : ['__typename']), ...(hasId ? ['id'] : [])].filter(
      (name) => !set.selections.some((node) => node.kind === Kind.FIELD && node.name.value === name && !node.alias),
    );
    return { ...set, selections: [...added.map((name) => fieldNode(name)), ...selections] };
  };
  return { ...operation, selectionSet: complete(operation.selectionSet, rootOf(schema, operation), true) };
}

function fieldNode(name: string, alias?: string): FieldNode {
  return {
    kind: Kind.FIELD,
    name: { kind: Kind.NAME, value: name },
    ...(alias !== undefined && { alias: { kind: Kind.NAME, value: alias } }),
  };
}

function typeOf(type: GraphQLNamedType, { name }: FieldNode): GraphQLNamedType | undefined {
  const field = isUnionType(type) || !('getFields' in type) ? undefined : type.getFields()[name.value];
  return field && 'type' in field ? getNamedType(field.type) : undefined;
}

function selectionsOf(schema: GraphQLSchema, set: SelectionSetNode, type: GraphQLNamedType): Json[] {
  return set.selections.flatMap((node): Json[] => {
    if (node.kind === Kind.INLINE_FRAGMENT) {
      const on = schema.getType(node.typeCondition?.name.value ?? type.name)!;
      const abstractKey = isAbstractType(on) ? `__is${on.name}` : null;
      const inner = node.selectionSet.selections.filter(
        (one) => one.kind !== Kind.FIELD || one.alias?.value !== abstractKey,
      );
      const selections = selectionsOf(schema, { ...node.selectionSet, selections: inner }, on);
      return [{ kind: 'InlineFragment', type: on.name, abstractKey, selections }];
    }
    if (node.kind !== Kind.FIELD) return [];
    const said = {
      alias: node.alias?.value ?? null,
      name: node.name.value,
      args: node.arguments?.length ? node.arguments.map(argumentOf) : null,
      storageKey: null,
    };
    const inner = typeOf(type, node);
    if (!node.selectionSet || !inner || !isCompositeType(inner)) return [{ kind: 'ScalarField', ...said }];
    return [
      {
        kind: 'LinkedField',
        ...said,
        concreteType: isAbstractType(inner) ? null : inner.name,
        plural: isPlural(type, node),
        selections: selectionsOf(schema, node.selectionSet, inner),
      },
    ];
  });
}

function isPlural(type: GraphQLNamedType, { name }: FieldNode): boolean {
  const field = 'getFields' in type ? type.getFields()[name.value] : undefined;
  return field !== undefined && isListType(getNullableType(field.type));
}

const argumentOf = ({ name, value }: ArgumentNode): Json => valueOfArgument(name.value, value);

function valueOfArgument(name: string, value: ValueNode): Json {
  if (value.kind === Kind.VARIABLE) return { kind: 'Variable', name, variableName: value.name.value };
  if (value.kind === Kind.OBJECT) {
    return {
      kind: 'ObjectValue',
      name,
      fields: value.fields.map((field) => valueOfArgument(field.name.value, field.value)),
    };
  }
  return { kind: 'Literal', name, value: valueFromASTUntyped(value) };
}
