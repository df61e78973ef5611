import {
  type ASTVisitor,
  type FieldNode,
  type FragmentDefinitionNode,
  GraphQLError,
  Kind,
  type SelectionSetNode,
  type ValidationContext,
  type ValueNode,
} from 'graphql';
import { gatewayLimits } from '../domain/limits.ts';
import { largestPageSize } from './connection.ts';

/** What one document may ask for. They hold per document, so that they are worked out once for each. */
export const limits = gatewayLimits.graphql;

const listSize = 5;
const defaultPageSize = 25;

/** Refuses documents that would ask for too much; introspection has graphql-js's own limit. */
export function limitsRule(context: ValidationContext): ASTVisitor {
  const measured = new Map<string, Measure>();
  return {
    OperationDefinition: (node) => {
      const measure = measureSelections(node.selectionSet, { context, measured, open: new Set() });
      for (const name of ['depth', 'aliases', 'cost'] as const) {
        if (measure[name] <= limits[name]) continue;
        const message = `The operation's ${name} is ${measure[name]}; at most ${limits[name]} is allowed.`;
        context.reportError(new GraphQLError(message, { nodes: node }));
      }
      return false;
    },
  };
}

type Measure = { readonly depth: number; readonly aliases: number; readonly cost: number };
type Measuring = {
  readonly context: ValidationContext;
  readonly measured: Map<string, Measure>;
  /** Fragments being measured: a cycle is another rule's finding, and must not hang this one. */
  readonly open: Set<string>;
};

const nothing: Measure = { depth: 0, aliases: 0, cost: 0 };

function measureSelections({ selections }: SelectionSetNode, measuring: Measuring): Measure {
  return selections.reduce<Measure>((total, node) => {
    const measure =
      node.kind === Kind.FIELD
        ? measureField(node, measuring)
        : node.kind === Kind.INLINE_FRAGMENT
          ? measureSelections(node.selectionSet, measuring)
          : measureFragment(measuring.context.getFragment(node.name.value), measuring);
    return {
      depth: Math.max(total.depth, measure.depth),
      aliases: total.aliases + measure.aliases,
      cost: total.cost + measure.cost,
    };
  }, nothing);
}

function measureField(node: FieldNode, measuring: Measuring): Measure {
  const aliases = node.alias ? 1 : 0;
  if (node.name.value.startsWith('__')) return { depth: 1, aliases, cost: 1 };
  if (!node.selectionSet) return { depth: 1, aliases, cost: 1 };
  const inside = measureSelections(node.selectionSet, measuring);
  return { depth: inside.depth + 1, aliases: aliases + inside.aliases, cost: 1 + sizeOf(node) * inside.cost };
}

function measureFragment(fragment: FragmentDefinitionNode | null | undefined, measuring: Measuring): Measure {
  const name = fragment?.name.value;
  if (!fragment || name === undefined || measuring.open.has(name)) return nothing;
  const known = measuring.measured.get(name);
  if (known) return known;
  measuring.open.add(name);
  const measure = measureSelections(fragment.selectionSet, measuring);
  measuring.open.delete(name);
  measuring.measured.set(name, measure);
  return measure;
}

const sizes: Readonly<Record<string, number>> = {
  transactions: defaultPageSize,
  results: defaultPageSize,
  customers: defaultPageSize,
  exemptions: defaultPageSize,
  items: listSize,
  taxLines: listSize,
  cities: listSize,
  regions: listSize,
  notices: listSize,
  trace: 8 * listSize,
  checks: 2 * listSize,
  matchedAddresses: 2 * listSize,
  jurisdictions: defaultPageSize,
  rules: 2 * listSize,
  limits: 2,
  taxCodes: 60,
  sources: 250,
  states: gatewayLimits.taxability.states,
  countries: 200,
  features: 20,
  registers: 2,
  nexus: 60,
  periods: 2,
  physicalNexus: 1,
  economicNexus: 1,
  registrations: 1,
  notConverted: 1,
};

/** How many records a field may stand for; a page size in a variable counts as the largest. */
function sizeOf({ name, arguments: given = [] }: FieldNode): number {
  const named = (argument: string) => given.find((node) => node.name.value === argument)?.value;
  if (named('ids')) return largestPageSize;
  if (name.value === 'taxability') {
    const { taxCodes, states } = gatewayLimits.taxability;
    return lengthOf(named('taxCodes'), taxCodes) * lengthOf(named('states'), states);
  }
  const first = named('first');
  if (!first) return sizes[name.value] ?? 1;
  return first.kind === Kind.INT ? Math.min(Math.max(Number(first.value), 1), largestPageSize) : largestPageSize;
}

/** Of a list in a variable, as of one that is not given, the most it may have. */
function lengthOf(value: ValueNode | undefined, most: number): number {
  if (!value || value.kind === Kind.VARIABLE || value.kind === Kind.NULL) return most;
  return value.kind === Kind.LIST ? Math.min(Math.max(value.values.length, 1), most) : 1;
}
