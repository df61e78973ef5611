import { type ArgumentNode, type DocumentNode, Kind, type SelectionSetNode, type ValueNode } from 'graphql';

/** The size of a document as submitted, including unused definitions. */
export type DocumentSize = {
  readonly operations: number;
  readonly fragments: number;
  readonly variables: number;
  /** The number of fields, without expanding fragments. */
  readonly fields: number;
  /** The number of fragment spreads and inline fragments. */
  readonly spreads: number;
  readonly arguments: number;
  /** The number of values in arguments and default values, including values in lists and objects. */
  readonly values: number;
};

/** Counts the nodes that validation would visit, in a fraction of the time. */
export function sizeOfDocument({ definitions }: DocumentNode): DocumentSize {
  const size = { operations: 0, fragments: 0, variables: 0, fields: 0, spreads: 0, arguments: 0, values: 0 };

  function countSelections({ selections }: SelectionSetNode): void {
    for (const node of selections) {
      if (node.kind === Kind.FIELD) size.fields++;
      else size.spreads++;
      if (node.kind === Kind.FIELD) countArguments(node.arguments);
      for (const directive of node.directives ?? []) countArguments(directive.arguments);
      if (node.kind !== Kind.FRAGMENT_SPREAD && node.selectionSet) countSelections(node.selectionSet);
    }
  }

  function countArguments(nodes: readonly ArgumentNode[] = []): void {
    size.arguments += nodes.length;
    for (const { value } of nodes) size.values += valuesIn(value);
  }

  for (const node of definitions) {
    if (node.kind === Kind.OPERATION_DEFINITION) {
      size.operations++;
      size.variables += node.variableDefinitions?.length ?? 0;
      for (const { defaultValue } of node.variableDefinitions ?? [])
        size.values += defaultValue ? valuesIn(defaultValue) : 0;
      countSelections(node.selectionSet);
    } else if (node.kind === Kind.FRAGMENT_DEFINITION) {
      size.fragments++;
      countSelections(node.selectionSet);
    }
  }
  return size;
}

export function valuesIn(value: ValueNode): number {
  if (value.kind === Kind.LIST) return value.values.reduce((sum, item) => sum + valuesIn(item), 1);
  if (value.kind === Kind.OBJECT) return value.fields.reduce((sum, field) => sum + valuesIn(field.value), 1);
  return 1;
}
