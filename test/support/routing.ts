import type { ClientBase } from 'pg';

/*
 * A database distributed by tenant sends a statement to the tenant's node if the statement compares the tenant of every
 * table with a value. PostgreSQL's plan shows this for any database: it resolves names and propagates equal columns.
 */

/** Tables that belong to no tenant: every node has a full copy. */
export const referenceTables: readonly string[] = [
  'boundary_rows',
  'clients',
  'rate_book_activations',
  'rate_book_versions',
  'rate_imports',
  'rate_layers',
  'signing_keys',
  '_prisma_migrations',
];

/** Background statements for all tenants, by their beginning. */
const ofAllTenants: Readonly<Record<string, string>> = {
  'SELECT active.tenant_id FROM (SELECT DISTINCT tenant_id FROM webhook_endpoints':
    'asks each node which of its tenants have events to note',
  'SELECT tenant_id, service_id, failing_since IS NOT NULL AS is_failing FROM webhook_endpoints':
    'asks each node which of its endpoints have deliveries to make',
  "SELECT count(*)::int AS count FROM ( SELECT FROM webhook_deliveries WHERE status = 'PENDING'":
    'a metric: how many deliveries wait',
  'SELECT tenant_id FROM tenants WHERE EXISTS': 'asks each node which of its tenants have work for the background',
};

type Plan = {
  readonly 'Node Type': string;
  readonly 'Parent Relationship'?: string;
  readonly Operation?: string;
  readonly Schema?: string;
  readonly 'Relation Name'?: string;
  readonly Alias?: string;
  readonly Output?: readonly string[];
  readonly 'Index Cond'?: string;
  readonly 'Recheck Cond'?: string;
  readonly Filter?: string;
  readonly Plans?: readonly Plan[];
};

/** The reasons why a statement would not go to the node of its tenant; empty if it would. */
export async function routingFaults(connection: ClientBase, text: string): Promise<string[]> {
  const beginning = text.replaceAll(/\s+/g, ' ').trim();
  if (Object.keys(ofAllTenants).some((known) => beginning.startsWith(known))) return [];
  if (!/^(select|insert|update|delete|with)\b/i.test(beginning)) return [];
  const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (GENERIC_PLAN, VERBOSE, COSTS OFF, FORMAT JSON) ${text}`,
  );
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  const scanned = nodes.filter((node) => isOfTenants(node) && node['Node Type'] !== 'ModifyTable');
  const aliases = new Set(scanned.map(({ Alias }) => Alias));
  const open = scanned.filter((scan) => !comparesTenant(scan, aliases));
  const untold = nodes.filter((node) => isOfTenants(node) && node.Operation === 'Insert' && !insertsTenant(node));
  return [
    ...open.map((node) => `It reads ${node['Relation Name']} without comparing the tenant.`),
    ...untold.map((node) => `It inserts into ${node['Relation Name']} without naming the tenant.`),
    ...nodes.flatMap(volatileIn),
  ];
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

function isOfTenants(node: Plan): boolean {
  return node.Schema === 'public' && !referenceTables.includes(node['Relation Name'] ?? '');
}

const value = String.raw`\$\d+|'[^']*'::uuid`;

/** Compared with a value, or with the tenant of a table that is compared itself; a list of values would need several nodes. */
function comparesTenant(scan: Plan, aliases: ReadonlySet<string | undefined>): boolean {
  const own = `${scan.Alias}.tenant_id`;
  const isCompared = (condition: string): boolean => {
    const parts = partsOf(condition, ' AND ');
    if (parts.length > 1) return parts.some(isCompared);
    const choices = partsOf(condition, ' OR ');
    if (choices.length > 1) return choices.every(isCompared);
    const sides = choices[0]!.split(' = ');
    if (sides.length !== 2 || !sides.includes(own)) return false;
    const other = sides[0] === own ? sides[1]! : sides[0]!;
    return isTenant(other) && (!other.endsWith('.tenant_id') || aliases.has(other.split('.')[0]));
  };
  return [scan['Index Cond'], scan['Recheck Cond'], scan.Filter].some((text) => text !== undefined && isCompared(text));
}

/** The parts of a condition between these words, without the parentheses around it. */
function partsOf(condition: string, word: ' AND ' | ' OR '): string[] {
  const parts = [''];
  let depth = 0;
  for (const token of condition.match(/'(?:[^']|'')*'|"[^"]*"| AND | OR |[()]|[^()'" ]+| /g) ?? []) {
    if (token === ')') depth -= 1;
    if (token === word && depth === 1) parts.push('');
    else if (depth > 0) parts[parts.length - 1] += token;
    if (token === '(') depth += 1;
  }
  return parts;
}

/** The tenant is the first column of every table. */
function insertsTenant(plan: Plan): boolean {
  return (plan.Plans ?? [])
    .filter((child) => ['Outer', 'Member', 'Subquery'].includes(child['Parent Relationship'] ?? ''))
    .every((child) => isTenant(child.Output?.[0] ?? '') || ((child.Plans ?? []).length > 0 && insertsTenant(child)));
}

const isTenant = (expression: string): boolean => new RegExp(`^(${value}|.*\\.tenant_id)$`).test(expression);

/** An update must not call a volatile function: copies on other nodes would differ. */
function volatileIn(node: Plan): string[] {
  if (node.Operation !== 'Update' && node.Operation !== 'Delete') return [];
  const expressions = nodesOf(node).flatMap(({ Output = [], Filter = '' }) => [...Output, Filter]);
  const called = expressions.join(' ').match(/\b(clock_timestamp|gen_random_uuid|random|nextval|timeofday)\(/g) ?? [];
  return called.map((name) => `It updates ${node['Relation Name']} with ${name}).`);
}
