import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import pg from 'pg';
import { type Case, listCase } from './cases.ts';
import { pageSize } from './documents.ts';
import { listNode } from './hand-written-json.ts';
import type { CustomerRow, TransactionRow } from './hand-written-rows.ts';
import { type RunningServer, startServer } from './servers.ts';

/** Another GraphQL server on the same tables, and its list. */
type Peer = { readonly folder: string; readonly compared: Case };

/** Starts each server whose packages, which only the bench needs, were installed. */
export async function startPeers(databaseUrl: string, poolSize: number, token: string) {
  const tenantId = await onlyTenant(databaseUrl);
  const started: { readonly target: RunningServer; readonly compared: Case }[] = [];
  for (const { folder, compared } of [mercurius(token), postgraphile(token, tenantId)]) {
    const path = fileURLToPath(new URL(`peers/${folder}`, import.meta.url));
    if (!existsSync(`${path}/node_modules`)) {
      console.log(`To compare ${folder} too: npm ci --prefix test/bench/peers/${folder} --ignore-scripts\n`);
      continue;
    }
    const environment = { DATABASE_URL: databaseUrl, POOL_SIZE: String(poolSize), TENANT_ID: tenantId };
    const target = await startServer({ command: [`${path}/server.mjs`], environment, healthPath: '/health/live' });
    started.push({ target, compared });
  }
  return started;
}

function mercurius(token: string): Peer {
  return { folder: 'mercurius', compared: listCase(token, 'Mercurius with JIT: ') };
}

/** The query names the members of a node as the columns of a row. It serves the JSON of the document as it is stored. */
function postgraphile(token: string, tenantId: string): Peer {
  const query = `query Bench {
    transactions: allTransactions(
      condition: { tenantId: "${tenantId}" }, first: ${pageSize}, orderBy: [CREATED_AT_DESC, SERVICE_ID_DESC]
    ) {
      nodes {
        service_id: serviceId source external_id: externalId transaction_type: transactionType
        transaction_status: transactionStatus transaction_filing_status: transactionFilingStatus document
        customer: customerByTenantIdAndCustomerId {
          customer_id: serviceId customer_external_id: externalId name email customer_type: customerType
        }
      }
      pageInfo { hasNextPage endCursor }
    }
  }`;
  const list = listCase(token, 'PostGraphile: ');
  const body = JSON.stringify({ query });
  const compared: Case = {
    ...list,
    ours: { ...list.ours, next: () => ({ path: '/graphql', body }) },
    difference(ours, handWritten) {
      const { nodes, pageInfo } = (ours as Page).data.transactions;
      // Each server has its own form of cursors.
      const { endCursor } = (handWritten as Page).data.transactions.pageInfo;
      const rendered = nodes.map(({ customer, ...row }) => listNode({ ...row, ...customer }));
      const page = { nodes: rendered, pageInfo: { ...pageInfo, endCursor } };
      return list.difference({ data: { transactions: page } }, handWritten);
    },
  };
  return { folder: 'postgraphile', compared };
}

type Page = {
  readonly data: {
    readonly transactions: {
      readonly nodes: readonly (TransactionRow & { readonly customer: CustomerRow })[];
      readonly pageInfo: { readonly hasNextPage: boolean; readonly endCursor: string };
    };
  };
};

async function onlyTenant(databaseUrl: string): Promise<string> {
  const client = new pg.Client({ connectionString: databaseUrl });
  await client.connect();
  try {
    const { rows } = await client.query<{ tenant_id: string }>('SELECT DISTINCT tenant_id FROM transactions');
    return rows[0]!.tenant_id;
  } finally {
    await client.end();
  }
}
