import {
  type DocumentNode,
  type FieldNode,
  type FragmentDefinitionNode,
  Kind,
  type OperationDefinitionNode,
  type SelectionSetNode,
} from 'graphql';
import { introspectionSizes, sizeOf } from './list-sizes.ts';

/** What an operation asks for, its fragments put in place of their spreads. */
export type Measure = {
  /** Fields within fields. */
  readonly depth: number;
  readonly aliases: number;
  readonly fields: number;
  /** Fields, each as often as the lists around it have records. */
  readonly cost: number;
};

export type Fragments = ReadonlyMap<string, FragmentDefinitionNode>;

export function fragmentsOf({ definitions }: DocumentNode): Fragments {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const definition of definitions) {
    if (definition.kind === Kind.FRAGMENT_DEFINITION) fragments.set(definition.name.value, definition);
  }
  return fragments;
}

/** Measures each fragment once, so that the work grows with the document and not with what it stands for. */
export function createMeasuring(fragments: Fragments): (operation: OperationDefinitionNode) => Measure {
  const ofData = measuringWith(fragments, sizeOf);
  const ofSchema = measuringWith(fragments, ({ name }) => introspectionSizes[name.value] ?? 1);
  return ({ selectionSet }) =>
    ofData(selectionSet, (node) => {
      if (!node.name.value.startsWith('__') || !node.selectionSet) return null;
      // How deep the lists of introspection may be is graphql-js's own rule, and types of types are cheap.
      return { ...ofSchema(node.selectionSet), depth: 0 };
    });
}

/** Measures what is inside of a field in another way; null for the same way. */
type Otherwise = (node: FieldNode) => Measure | null;

function measuringWith(fragments: Fragments, sizeOfField: (node: FieldNode) => number) {
  const measured = new Map<string, Measure>();
  /** Fragments being measured: a cycle is another rule's finding, and must not hang this one. */
  const open = new Set<string>();

  function measureFragment(name: string, otherwise: Otherwise): Measure {
    const fragment = fragments.get(name);
    if (!fragment || open.has(name)) return nothing;
    const known = measured.get(name);
    if (known) return known;
    open.add(name);
    const measure = measureSelections(fragment.selectionSet, otherwise);
    open.delete(name);
    measured.set(name, measure);
    return measure;
  }

  function measureField(node: FieldNode, otherwise: Otherwise): Measure {
    const alias = node.alias ? 1 : 0;
    if (!node.selectionSet) return { depth: 1, aliases: alias, fields: 1, cost: 1 };
    const { depth, aliases, fields, cost } = otherwise(node) ?? measureSelections(node.selectionSet, otherwise);
    return { depth: depth + 1, aliases: aliases + alias, fields: fields + 1, cost: 1 + sizeOfField(node) * cost };
  }

  function measureSelections({ selections }: SelectionSetNode, otherwise: Otherwise = () => null): Measure {
    let { depth, aliases, fields, cost } = nothing;
    for (const node of selections) {
      const measure =
        node.kind === Kind.FIELD
          ? measureField(node, otherwise)
          : node.kind === Kind.INLINE_FRAGMENT
            ? measureSelections(node.selectionSet, otherwise)
            : measureFragment(node.name.value, otherwise);
      depth = Math.max(depth, measure.depth);
      aliases += measure.aliases;
      fields += measure.fields;
      cost += measure.cost;
    }
    return { depth, aliases, fields, cost };
  }

  return measureSelections;
}

const nothing: Measure = { depth: 0, aliases: 0, fields: 0, cost: 0 };
