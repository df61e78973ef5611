import pg from 'pg';
import type { Database } from '../../../src/stores/database/database.ts';
import { openDatabase } from '../../../src/stores/database/database.ts';
import { migrate } from '../../../src/stores/database/migrate.ts';
import { createStores } from '../../../src/stores/prisma-stores.ts';
import { aCustomer, anItem, aStoredTransaction } from '../../support/records.ts';

/** The tenant whose lists are measured, and another one that sells elsewhere. */
export const tenantId = '00000000-0000-4000-8000-00000000000a';
const neighbourId = '00000000-0000-4000-8000-00000000000b';
/** A document in the middle of the tenant's documents. */
export const knownCustomer = '00000000-0000-4000-8000-00000000000c';
export const knownEndpoint = '00000000-0000-4000-8000-00000000000d';
const otherEndpoint = '00000000-0000-4000-8000-00000000000e';

const neighbourShare = 0.1;

/**
 * A migrated store with this many documents of a tenant, from 2024 to 2026. A store that is already filled is reused.
 */
export async function openFilled(server: string, documents: number): Promise<Database> {
  const name = `tollgate_lists_${documents}`;
  const url = new URL(server);
  url.pathname = `/${name}`;
  const admin = new pg.Client({ connectionString: server });
  await admin.connect();
  const { rowCount } = await admin.query('SELECT FROM pg_database WHERE datname = $1', [name]);
  if (!rowCount) await admin.query(`CREATE DATABASE ${name}`);
  const database = await openDatabase({ kind: 'server', url: url.href, poolSize: 10, preparesStatements: true });
  try {
    await migrate(database);
    if (!rowCount) await fill(database, documents);
    await database.withConnection((connection) => connection.query('VACUUM ANALYZE'));
    return database;
  } catch (error) {
    await database.close();
    if (!rowCount) await admin.query(`DROP DATABASE ${name}`);
    throw error;
  } finally {
    await admin.end();
  }
}

async function fill(database: Database, documents: number): Promise<void> {
  await insertTemplates(database);
  await database.withConnection(async (connection) => {
    const run = (sql: string, values: readonly unknown[] = []) => connection.query(sql, [...values]);
    // Without triggers and foreign keys, and with the indexes at the end: a million documents then take a minute or two.
    await run('SET session_replication_role = replica');
    const { rows: indexes } = await run(`
      SELECT indexname AS name, indexdef AS sql FROM pg_indexes
      WHERE tablename IN ('transactions', 'changes') AND indexdef NOT LIKE 'CREATE UNIQUE%'`);
    for (const { name } of indexes) await run(`DROP INDEX ${name}`);
    for (const { tenant, count, place } of [
      { tenant: tenantId, count: documents, place: 'US' },
      { tenant: neighbourId, count: Math.round(documents * neighbourShare), place: 'NZ' },
    ]) {
      await run(customersSql, [tenant, knownCustomer, Math.round(count / 10)]);
      await run(documentsSql, [tenant, knownCustomer, count, place]);
      await run(exemptionsSql, [tenant, Math.round(count / 30)]);
      await run(changesSql, [tenant]);
      await run(deliveriesSql, [tenant, knownEndpoint, otherEndpoint, Math.round(count / 10)]);
    }
    for (const { sql } of indexes) await run(sql);
  });
}

/** One customer and one document per tenant, as the gateway stores them; the others are copies with other values. */
async function insertTemplates(database: Database): Promise<void> {
  const stores = createStores(database);
  for (const [index, id] of [tenantId, neighbourId].entries()) {
    await stores.tenants.insert({
      tenantId: id,
      name: `Tenant ${index}`,
      kind: 'LIVE',
      testClock: null,
      rulingsRevision: 0,
      settings: {} as never,
    });
    const { customers, transactions } = stores.forTenant(id);
    const customer = aCustomer({ serviceId: knownCustomer, externalId: 'TEMPLATE' });
    await customers.insert(customer);
    const items = Array.from({ length: 5 }, (_, item) => anItem({ name: `Desk lamp ${item}`, description: aText }));
    const stored = aStoredTransaction(customer.serviceId, { externalId: 'TEMPLATE', items });
    await transactions.insert(stored);
  }
}

const aText = 'A lamp for desks, with a switch in its foot and a shade of glass that can be turned';

/** A number below 10,000 that looks random, different for each name. */
const dice = (name: string) => `(abs(hashtext(i::text || '${name}')::bigint) % 10000)`;

/** The first of these values whose share, in ten-thousandths, has not been used up. */
function among(name: string, shares: readonly (readonly [value: string, share: number])[], rest: string): string {
  let sum = 0;
  const whens = shares.map(([value, share]) => {
    sum += share;
    return `WHEN ${dice(name)} < ${sum} THEN ${value}`;
  });
  return `CASE ${whens.join(' ')} ELSE ${rest} END`;
}

const customersSql = `
  INSERT INTO customers (tenant_id, service_id, source, external_id, name, email, customer_type, tax_number, address,
    external_timestamps, external_created_at, external_updated_at, created_at, updated_at)
  SELECT tenant_id, md5(tenant_id::text || 'customer' || i)::uuid, '9', 'C-' || i, 'Customer ' || md5(i::text), 'buyer-' || i || '@example.com',
    ${among(
      'type',
      [
        ["'RESELLER'", 500],
        ["'MARKETPLACE'", 2],
      ],
      "'RETAIL'",
    )}::"CustomerType",
    ${among('number', [["'DE' || (100000000 + i)", 1_000]], 'NULL')}, address, external_timestamps, external_created_at,
    external_updated_at, timestamptz '2024-01-01' + i * interval '2 years' / $3::int,
    timestamptz '2024-01-01' + i * interval '2 years' / $3::int
  FROM customers, generate_series(1, $3::int) AS i WHERE tenant_id = $1::uuid AND service_id = $2::uuid`;

const subsidiary = among(
  'subsidiary',
  [
    ["'North'", 4_000],
    ["'South'", 900],
    ["'Attic'", 3],
  ],
  'NULL',
);
const isOverridden = `${dice('override')} < 5`;

/** Most values are common; a few of each column are rare, one in some thousand documents. */
const documentsSql = `
  INSERT INTO transactions (tenant_id, service_id, source, external_id, customer_id, transaction_type, transaction_status,
    transaction_filing_status, tax_date, country, state, currency, customer_type, created_from, final_transaction_amount,
    tax_amount, external_created_at, external_updated_at, document, summary, snapshot, totals, input_digest, tax_digest,
    rate_book_version, subsidiary, is_overridden, created_at, updated_at)
  SELECT tenant_id, gen_random_uuid(), ${among(
    'source',
    [
      ["'2'", 900],
      ["'3'", 5],
    ],
    "'1'",
  )}, 'INV-' || lpad(i::text, 8, '0'),
    CASE WHEN i % 1000 = 500 AND i < 20000 THEN $2::uuid ELSE md5($1::text || 'customer' || (1 + i * 7 % greatest($3::int / 10, 1)))::uuid END,
    ${among(
      'kind',
      [
        ["'REFUND'", 400],
        ["'SALES_ORDER'", 100],
        ["'ESTIMATE'", 50],
        ["'TAXABLE_REFUND'", 4],
      ],
      "'INVOICE'",
    )}::"TransactionType",
    ${among(
      'status',
      [
        ["'CANCELLED'", 20],
        ["'ACTIVE'", 3_000],
      ],
      "'PAID'",
    )}::"TransactionStatus",
    CASE WHEN i < $3::int * 0.94 AND ${dice('filing')} > 4 THEN 'FILED' ELSE 'NOT_FILED' END::"TransactionFilingStatus",
    made::date, CASE WHEN ${dice('country')} < 300 THEN 'CA' ELSE $4 END,
    (ARRAY['CA','CA','CA','TX','TX','NY','NY','FL','FL','MN','WA','OH','IL','PA','GA','NC'])[1 + ${dice('state')} % 16],
    ${among(
      'currency',
      [
        ["'CAD'", 290],
        ["'EUR'", 5],
      ],
      "'USD'",
    )},
    ${among(
      'customer',
      [
        ["'RESELLER'", 500],
        ["'MARKETPLACE'", 2],
      ],
      "'RETAIL'",
    )}::"CustomerType",
    CASE WHEN ${dice('kind')} < 400 THEN 'INV-' || lpad((i - 1)::text, 8, '0') END,
    (${dice('amount')} + 1) * 1.37, CASE WHEN ${dice('tax')} < 2000 THEN 0 ELSE ${dice('amount')} * 0.1 END, made, made,
    replace(replace(document::text, '"subsidiary":null', '"subsidiary":' || coalesce('"' || ${subsidiary} || '"', 'null')),
      '"isTaxInclusive":', CASE WHEN ${isOverridden} THEN '"computedTaxAmount":"1.65",' ELSE '' END
      || '"isTaxInclusive":')::json,
    summary, snapshot, '{}', input_digest, tax_digest, rate_book_version, ${subsidiary}, ${isOverridden}, made, made
  FROM transactions, generate_series(1, $3::int) AS i,
    LATERAL (SELECT timestamptz '2024-01-01' + i * interval '1065 days' / $3::int AS made) AS times
  WHERE tenant_id = $1::uuid AND external_id = 'TEMPLATE'`;

const exemptionsSql = `
  INSERT INTO exemptions (tenant_id, service_id, customer_id, country, state, certificate_id, exemption_reason,
    exemption_type, exemption_status, valid_from, valid_through, tax_codes, details, created_at, updated_at)
  SELECT $1::uuid, gen_random_uuid(), md5($1::text || 'customer' || (1 + i * 3 % greatest($2::int * 3, 1)))::uuid, 'US', 'MN', 'K-' || i,
    ${among(
      'reason',
      [
        ["'GOVERNMENT'", 900],
        ["'DIPLOMATIC'", 5],
      ],
      "'RESALE'",
    )}::"ExemptionReason", 'FULLY',
    ${among('state', [["'CANCELLED'", 5]], "'ACTIVE'")}::"ExemptionStatus",
    date '2024-01-01' + i % 700, date '2025-06-01' + i % 1200, '{}', '{}', timestamptz '2024-01-01' + i * interval '2 years' / $2::int,
    timestamptz '2024-01-01' + i * interval '2 years' / $2::int
  FROM generate_series(1, $2::int) AS i`;

/** One entry for each document and customer. */
const changesSql = `
  INSERT INTO changes (tenant_id, xid, change_id, at, record_type, record_id, record_key, version, client_id, members, digest)
  SELECT $1::uuid, 1000 + i, gen_random_uuid(), at, type, id::text, key, 1,
    ${among(
      'client',
      [
        ["'second-shop'", 1_000],
        ["'console-user'", 3],
      ],
      "'shop'",
    )}, NULL::jsonb, '\\x00'::bytea
  FROM (
    SELECT row_number() OVER (ORDER BY at) AS i, * FROM (
      SELECT 'TRANSACTION' AS type, created_at AS at, service_id AS id, source || '/' || external_id AS key
      FROM transactions WHERE tenant_id = $1::uuid
      UNION ALL
      SELECT 'CUSTOMER', created_at, service_id, source || '/' || external_id FROM customers WHERE tenant_id = $1::uuid
    ) AS written
  ) AS numbered
  UNION ALL
  SELECT $1::uuid, 900, gen_random_uuid(), timestamptz '2024-02-01' + i * interval '1 day', 'NEXUS', '', 'US/MN', i, 'console-user', NULL, '\\x00'
  FROM generate_series(1, 7) AS i`;

/** One endpoint has nearly all deliveries, and few of them failed. */
const deliveriesSql = `
  WITH endpoints AS (
    INSERT INTO webhook_endpoints (tenant_id, service_id, url, event_types, status, secret, active_since, created_at, updated_at)
    SELECT $1::uuid, id, 'https://shop.example.com', '{}', 'DISABLED', '-', now(), now(), now()
    FROM unnest(ARRAY[$2, $3]::uuid[]) AS id
  )
  INSERT INTO webhook_deliveries (tenant_id, service_id, endpoint_id, event_id, event_type, occurred_at, subject, data, status,
    due_at, created_at, updated_at)
  SELECT $1::uuid, gen_random_uuid(), CASE WHEN ${dice('endpoint')} < 5 THEN $2 ELSE $3 END::uuid, gen_random_uuid(),
    ${among(
      'event',
      [
        ["'customer.created'", 1_000],
        ["'nexus.reached'", 5],
      ],
      "'transaction.created'",
    )}, at, 'subject ' || i, '{}',
    ${among('outcome', [["'FAILED'", 5]], "'DELIVERED'")}::"WebhookDeliveryStatus", at, at, at
  FROM generate_series(1, $4::int) AS i, LATERAL (SELECT timestamptz '2026-09-01' + i * interval '60 days' / $4::int AS at) AS times`;
