import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  type GraphQLField,
  type GraphQLNamedType,
  type GraphQLSchema,
  getNamedType,
  getNullableType,
  isInterfaceType,
  isListType,
  isObjectType,
  Kind,
  type OperationDefinitionNode,
  SchemaMetaFieldDef,
  type SelectionSetNode,
  TypeMetaFieldDef,
} from 'graphql';
import { introspectionSizes, isSizedByVariables, type SentVariables, sizeOf, workOf } from './list-size.ts';

/** The size of an operation, with fragments expanded. */
type Measure = {
  /** The depth of nested fields. */
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  /** The number of fields, each multiplied by the sizes of the lists around it, plus the work of expensive fields. */
  readonly cost: number;
  /** The cost of one record, without the records of the lists within it. */
  readonly ownCost: number;
  /** Whether the cost is the same for all values of the variables. */
  readonly isFixed: boolean;
};

const recordCosts = new WeakMap<FieldNode, number>();

/** The cost of one record of a list, as selected by these nodes of its field. */
export function recordCostOf(nodes: readonly FieldNode[]): number {
  return nodes.reduce((sum, node) => sum + (recordCosts.get(node) ?? 1), 0);
}

/**
 * Measures operations with the values of their variables. The cost is measured before validation, so unknown fields and
 * types count as one record.
 */
export function createMeasure(schema: GraphQLSchema, document: DocumentNode, variables: SentVariables = {}) {
  const fragments = fragmentsOf(document);
  // Each fragment is measured once, so that the work grows with the document rather than its expansion.
  const measured = new Map<string, Measure>();
  // Fragments being measured. Validation reports cycles later; this only stops the recursion.
  const open = new Set<string>();

  function measureSelections({ selections }: SelectionSetNode, type: ParentType): Measure {
    let { depth, aliases, fields, cost, ownCost, isFixed } = nothing;
    for (const node of selections) {
      const measure =
        node.kind === Kind.FIELD
          ? measureField(node, type)
          : node.kind === Kind.INLINE_FRAGMENT
            ? measureSelections(node.selectionSet, typeOf(schema, node.typeCondition?.name.value) ?? type)
            : measureFragment(node.name.value);
      depth = Math.max(depth, measure.depth);
      aliases += measure.aliases;
      fields += measure.fields;
      cost += measure.cost;
      ownCost += measure.ownCost;
      isFixed &&= measure.isFixed;
    }
    return { depth, aliases, fields, cost, ownCost, isFixed };
  }

  function measureFragment(name: string): Measure {
    const fragment = fragments.get(name);
    if (!fragment || open.has(name)) return nothing;
    const known = measured.get(name);
    if (known) return known;
    open.add(name);
    const measure = measureSelections(fragment.selectionSet, typeOf(schema, fragment.typeCondition.name.value));
    open.delete(name);
    measured.set(name, measure);
    return measure;
  }

  function measureField(node: FieldNode, parentType: ParentType): Measure {
    const own = node.alias ? 1 : 0;
    if (!node.selectionSet) return { ...nothing, depth: 1, aliases: own, fields: 1, cost: 1, ownCost: 1 };
    const field = fieldOf(parentType, node.name.value);
    const type = field && getNamedType(field.type);
    const { depth, aliases, fields, cost, ownCost, isFixed } = measureSelections(node.selectionSet, type);
    const size = field ? recordsOf(parentType, field, node, variables) : 1;
    const work = field ? workOf(field) : 0;
    // A rule of graphql-js limits the depth of introspection.
    const innerDepth = isIntrospection(type) ? 0 : depth;
    const isList = field !== undefined && isListType(getNullableType(field.type));
    if (isList) recordCosts.set(node, ownCost);
    return {
      depth: innerDepth + 1,
      aliases: aliases + own,
      fields: fields + 1,
      cost: 1 + work + size * cost,
      ownCost: isList ? 1 : 1 + ownCost,
      isFixed: isFixed && !(field && isSizedByVariables(field, node)),
    };
  }

  return ({ operation, selectionSet }: OperationDefinitionNode): Measure =>
    measureSelections(selectionSet, schema.getRootType(operation));
}

const nothing: Measure = { depth: 0, aliases: 0, fields: 0, cost: 0, ownCost: 0, isFixed: true };

type ParentType = GraphQLNamedType | null | undefined;
type Field = GraphQLField<unknown, unknown>;

function fragmentsOf({ definitions }: DocumentNode): ReadonlyMap<string, FragmentDefinitionNode> {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return fragments;
}

function typeOf(schema: GraphQLSchema, name: string | undefined): ParentType {
  return name === undefined ? undefined : schema.getType(name);
}

function fieldOf(type: ParentType, name: string): Field | undefined {
  if (name === SchemaMetaFieldDef.name) return SchemaMetaFieldDef;
  if (name === TypeMetaFieldDef.name) return TypeMetaFieldDef;
  return isObjectType(type) || isInterfaceType(type) ? type.getFields()[name] : undefined;
}

function recordsOf(parentType: ParentType, field: Field, node: FieldNode, variables: SentVariables): number {
  if (!isIntrospection(parentType)) return sizeOf(field, node, variables);
  return introspectionSizes[`${parentType?.name}.${field.name}`] ?? 1;
}

function isIntrospection(type: ParentType): boolean {
  return type?.name.startsWith('__') ?? false;
}
