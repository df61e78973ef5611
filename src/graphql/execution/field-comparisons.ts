import { type DocumentNode, type FieldNode, type FragmentDefinitionNode, Kind, type SelectionSetNode } from 'graphql';
import { valuesIn } from './document-size.ts';

/**
 * The number of comparisons that validation makes to check whether fields of the same name can be merged. Within each
 * definition, validation compares every pair, including arguments. Counting stops above `most`.
 */
export function comparisonsOf({ definitions }: DocumentNode, most: number): number {
  const fragments = new Map<string, FragmentDefinitionNode>();
  for (const node of definitions) if (node.kind === Kind.FRAGMENT_DEFINITION) fragments.set(node.name.value, node);
  let comparisons = 0;

  function compare(sets: readonly SelectionSetNode[], depth: number): void {
    const groups = new Map<string, FieldNode[]>();
    const spread = new Set<string>();
    for (const set of sets) collect(set, groups, spread);
    for (const fields of groups.values()) {
      const weight = fields.reduce((sum, { arguments: given = [] }) => sum + weightOf(given), 0);
      comparisons += ((fields.length - 1) * weight) / 2;
      if (comparisons > most) return;
      const inner = fields.flatMap(({ selectionSet }) => selectionSet ?? []);
      if (inner.length > 0 && depth < deepest) compare(inner, depth + 1);
    }
  }

  function collect({ selections }: SelectionSetNode, groups: Map<string, FieldNode[]>, spread: Set<string>): void {
    for (const node of selections) {
      if (comparisons > most) return;
      comparisons += costOfVisit;
      if (node.kind === Kind.FIELD) {
        const key = (node.alias ?? node.name).value;
        const same = groups.get(key);
        if (same) same.push(node);
        else groups.set(key, [node]);
      } else if (node.kind === Kind.INLINE_FRAGMENT) collect(node.selectionSet, groups, spread);
      else if (!spread.has(node.name.value)) {
        spread.add(node.name.value);
        const fragment = fragments.get(node.name.value);
        if (fragment) collect(fragment.selectionSet, groups, spread);
      }
    }
  }

  for (const node of definitions) {
    if ('selectionSet' in node && node.selectionSet) compare([node.selectionSet], 0);
  }
  return Math.ceil(comparisons);
}

/** Stops the recursion in fragment cycles, which are reported later. */
const deepest = 100;
/** Collecting a field takes about a tenth of the time of a comparison. */
const costOfVisit = 0.1;

function weightOf(given: NonNullable<FieldNode['arguments']>): number {
  return given.reduce((sum, { value }) => sum + valuesIn(value), 1);
}
