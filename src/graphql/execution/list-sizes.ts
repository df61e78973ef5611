import { type FieldNode, Kind, type ValueNode } from 'graphql';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { largestPageSize } from '../base/connection.ts';

const listSize = 5;
const defaultPageSize = 25;

/** Fields that answer lists without being asked for a page, and how long such a list usually is, or may be. */
export const listSizes: Readonly<Record<string, number>> = {
  transactions: defaultPageSize,
  results: defaultPageSize,
  customers: defaultPageSize,
  exemptions: defaultPageSize,
  refunds: defaultPageSize,
  derivedTransactions: defaultPageSize,
  calculations: defaultPageSize,
  items: listSize,
  taxLines: listSize,
  cities: listSize,
  regions: listSize,
  notices: listSize,
  fees: 1,
  issues: listSize,
  errors: 40 * listSize,
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
  // Counted where the grid is asked for.
  rows: 1,
  cells: 1,
};

/** How many records a field may stand for; a page size in a variable counts as the largest. */
export function sizeOf({ name, arguments: given = [] }: FieldNode): number {
  const named = (argument: string) => given.find((node) => node.name.value === argument)?.value;
  if (named('ids')) return largestPageSize;
  if (name.value === 'taxability') {
    const { taxCodes, states } = gatewayLimits.taxability;
    return lengthOf(named('taxCodes'), taxCodes) * lengthOf(named('states'), states);
  }
  const first = named('first');
  if (!first) return listSizes[name.value] ?? 1;
  return first.kind === Kind.INT ? Math.min(Math.max(Number(first.value), 1), largestPageSize) : largestPageSize;
}

/** Of a list in a variable, as of one that is not given, the most it may have. */
function lengthOf(value: ValueNode | undefined, most: number): number {
  if (!value || value.kind === Kind.VARIABLE || value.kind === Kind.NULL) return most;
  return value.kind === Kind.LIST ? Math.min(Math.max(value.values.length, 1), most) : 1;
}

/** The same for what introspection lists: so that the whole schema may be asked for once, and not twice at a time. */
export const introspectionSizes: Readonly<Record<string, number>> = {
  types: 150,
  fields: 5,
  inputFields: 2,
  enumValues: 2,
  directives: 5,
};
