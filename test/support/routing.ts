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
  'rate_book_archives',
  'rate_book_tasks',
  'rate_book_versions',
  'rate_imports',
  'rate_layers',
  'signing_keys',
  '_prisma_migrations',
  'compatibility',
];

/** Background statements for all tenants, by their beginning. */
const ofAllTenants: Readonly<Record<string, string>> = {
  'SELECT active.tenant_id FROM ( SELECT DISTINCT tenant_id FROM webhook_endpoints':
    'asks each node which of its tenants have events to note',
  'SELECT tenant_id, service_id, failing_since IS NOT NULL AS is_failing FROM webhook_endpoints':
    'asks each node which of its endpoints have deliveries to make',
  "SELECT count(*)::int AS count FROM ( SELECT FROM webhook_deliveries WHERE status = 'PENDING'":
    'a metric: how many deliveries wait',
  'SELECT tenant_id FROM tenants WHERE TRUE AND EXISTS':
    'asks each node which of its tenants have work for the background',
};

/** Whether a statement covers all tenants, in which case each node answers for its own tenants. */
export function isOfAllTenants(text: string): boolean {
  const beginning = text.replaceAll(/\s+/g, ' ').trim();
  return Object.keys(ofAllTenants).some((known) => beginning.startsWith(known));
}

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
  if (isOfAllTenants(text)) return [];
  const beginning = text.replaceAll(/\s+/g, ' ').trim();
  if (!/^(select|insert|update|delete|with)\b/i.test(beginning)) return [];
  const { rows } = await connection.query<{ 'QUERY PLAN': [{ Plan: Plan }] }>(
    `EXPLAIN (GENERIC_PLAN, VERBOSE, COSTS OFF, FORMAT JSON) ${text}`,
  );
  const nodes = nodesOf(rows[0]!['QUERY PLAN'][0].Plan);
  const scanned = nodes.filter((node) => isOfTenants(node) && node['Node Type'] !== 'ModifyTable');
  const aliases = new Set(scanned.map(({ Alias }) => Alias));
  const open = scanned.filter((scan) => !comparesTenant(scan, aliases));
  const untold = nodes.filter((node) => isOfTenants(node) && node.Operation === 'Insert' && !insertsTenant(node, text));
  return [
    ...open.map((node) => `It reads ${node['Relation Name']} without comparing the tenant.`),
    ...untold.map((node) => `It inserts into ${node['Relation Name']} without naming the tenant.`),
    ...nodes.flatMap(volatileIn),
    ...changesBeside(nodes),
    ...movedSelection(nodes, text),
    ...lockingSelection(text),
    ...nodes.flatMap(functionFaults(await namesOfFunctions(connection))),
  ];
}

const nodesOf = (plan: Plan): readonly Plan[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)];

function isOfTenants(node: Plan): boolean {
  return node.Schema === 'public' && !referenceTables.includes(node['Relation Name'] ?? '');
}

const value = String.raw`\$\d+|'[^']*'::uuid`;

/**
 * Compared with a value, or with the tenant of a table that is itself compared; a list of values would need several
 * nodes.
 */
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
function insertsTenant(plan: Plan, text: string): boolean {
  return (plan.Plans ?? [])
    .filter((child) => ['Outer', 'Member', 'Subquery'].includes(child['Parent Relationship'] ?? ''))
    .every(
      (child) =>
        isTenant(child.Output?.[0] ?? '') ||
        (child['Node Type'] === 'Values Scan' && beginsWithTenant(text)) ||
        ((child.Plans ?? []).length > 0 && insertsTenant(child, text)),
    );
}

/** The plan does not show several rows of values. */
function beginsWithTenant(text: string): boolean {
  const firsts = [...text.matchAll(/(?:\bVALUES\s*|\)\s*,\s*)\(([^,]+),/gi)].map(([, first]) => first!.trim());
  return firsts.length > 1 && firsts.every((first) => /^\$\d+::uuid$/.test(first));
}

const isTenant = (expression: string): boolean => new RegExp(`^(${value}|.*\\.tenant_id)$`).test(expression);

/** An update must not call a volatile function, because copies on other nodes would differ. */
function volatileIn(node: Plan): string[] {
  if (node.Operation !== 'Update' && node.Operation !== 'Delete') return [];
  const expressions = nodesOf(node).flatMap(({ Output = [], Filter = '' }) => [...Output, Filter]);
  const called = expressions.join(' ').match(/\b(clock_timestamp|gen_random_uuid|random|nextval|timeofday)\(/g) ?? [];
  return called.map((name) => `It updates ${node['Relation Name']} with ${name}).`);
}

/** An insertion beside another change moves rows through the coordinator, and commits in two phases. */
function changesBeside(nodes: readonly Plan[]): string[] {
  const changes = nodes.filter((node) => node['Node Type'] === 'ModifyTable' && isOfTenants(node));
  if (changes.length < 2 || changes.every(({ Operation }) => Operation !== 'Insert')) return [];
  return ['It inserts beside another change: use plain statements in one unit of work.'];
}

/**
 * A selection whose tenant does not come from one of its tables is moved through the coordinator. This commits in two
 * phases, and some selections are refused because the types of their parameters are lost. The plan also shows one row
 * of values as a selection.
 */
function movedSelection(nodes: readonly Plan[], text: string): string[] {
  if (!/\bINSERT INTO \w+( AS \w+)?\s*(\([^()]*\))?\s*\(?\s*(SELECT|WITH)\b/i.test(text)) return [];
  const insertions = nodes.filter((node) => node.Operation === 'Insert' && isOfTenants(node));
  const moved = insertions.filter(({ Plans = [] }) =>
    Plans.some((child) => child['Parent Relationship'] === 'Outer' && !/\.tenant_id$/.test(child.Output?.[0] ?? '')),
  );
  return moved.map(
    (node) => `It inserts a selection into ${node['Relation Name']} that takes its tenant from no table.`,
  );
}

/** Tables of all tenants, too. */
function lockingSelection(text: string): string[] {
  const isRefused = /^\s*INSERT INTO [^;]*\bSELECT\b[^;]*\bFOR (SHARE|UPDATE)\b/i.test(text);
  return isRefused ? ['It inserts a selection that locks rows: lock them in a statement before.'] : [];
}

type FunctionNames = {
  /** The result depends on more than the arguments. */
  readonly unstable: ReadonlySet<string>;
  /** Functions of ours that change rows. */
  readonly writing: ReadonlySet<string>;
};

const known = new WeakMap<ClientBase, Promise<FunctionNames>>();

function namesOfFunctions(connection: ClientBase): Promise<FunctionNames> {
  const names = known.get(connection) ?? readFunctions(connection);
  known.set(connection, names);
  return names;
}

async function readFunctions(connection: ClientBase): Promise<FunctionNames> {
  const { rows } = await connection.query<{ name: string; unstable: boolean; writing: boolean }>(`
    SELECT proname::text AS name, bool_and(provolatile <> 'i') AS unstable,
      bool_or(pronamespace = 'public'::regnamespace AND prosrc ~ '(INSERT INTO|UPDATE|DELETE FROM) ') AS writing
    FROM pg_proc WHERE pronamespace IN ('public'::regnamespace, 'pg_catalog'::regnamespace) GROUP BY proname`);
  const named = (isOne: (row: { unstable: boolean; writing: boolean }) => boolean) =>
    new Set(rows.filter(isOne).map(({ name }) => name));
  return { unstable: named(({ unstable }) => unstable), writing: named(({ writing }) => writing) };
}

/** The functions called by a node of the plan in places where several nodes would refuse them. */
function functionFaults({ unstable, writing }: FunctionNames): (node: Plan) => string[] {
  const called = (text: string) => [...text.matchAll(/\b([a-z_][a-z0-9_]*)\(/g)].map(([, name]) => name!);
  return (node) => {
    const outputs = node.Output ?? [];
    const isChange = node['Node Type'] === 'ModifyTable' && isOfTenants(node);
    const returned = isChange ? outputs.flatMap(called).filter((name) => unstable.has(name)) : [];
    const values =
      isChange && node.Operation === 'Update' ? (node.Plans ?? []).flatMap(({ Output = [] }) => Output) : [];
    const calculated = values.flatMap((text) => callsWithColumns(text).filter((name) => unstable.has(name)));
    const chosen = values
      .flatMap((text) => text.match(/\bCASE\b[\s\S]*\bEND\b|\bCOALESCE\([\s\S]*\)/g) ?? [])
      .flatMap(called)
      .filter((name) => unstable.has(name));
    const writes = isOfTenants(node) && !isChange ? outputs.flatMap(called).filter((name) => writing.has(name)) : [];
    return [
      ...returned.map((name) => `It returns ${name}() from a change: select it afterwards.`),
      ...calculated.map(
        (name) => `It sets a column to ${name}() of columns, whose result is not fixed: select it in FROM.`,
      ),
      ...chosen.map((name) => `It chooses with CASE or COALESCE around ${name}(), whose result is not fixed.`),
      ...writes.map((name) => `It calls ${name}(), which writes, over rows of ${node['Relation Name']}.`),
    ];
  };
}

/** The functions that an expression calls with a column: any name that is not a function, a type or part of a text. */
function callsWithColumns(text: string): string[] {
  const plain = text.replaceAll(/'(?:[^']|'')*'|::("\w+"|[a-z_ ]+)|\b(true|false)\b/g, '');
  const calls = [...plain.matchAll(/\b([a-z_][a-z0-9_]*)\(/g)];
  return calls.flatMap(({ 1: name, index }) =>
    /\b[a-z_][a-z0-9_]*\b(?!\()/.test(argumentsAt(plain, index)) ? [name!] : [],
  );
}

/** Up to the parenthesis that closes the first one. */
function argumentsAt(text: string, start: number): string {
  let depth = 0;
  for (let end = start; end < text.length; end++) {
    if (text[end] === '(') depth += 1;
    if (text[end] === ')' && --depth === 0) return text.slice(start, end);
  }
  return text.slice(start);
}
