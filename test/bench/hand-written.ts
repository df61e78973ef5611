import { createPublicKey, type KeyObject } from 'node:crypto';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { jwtVerify } from 'jose';
import pg from 'pg';
import { v7 } from 'uuid';
import { type TenantSettings, tenantSettings } from '../../src/domain/account/tenant.ts';
import { totalsForm } from '../../src/stores/transactions/totals-column.ts';
import { customerJson, fullForm, listNode, thinForm } from './hand-written-json.ts';
import { type CustomerRow, statements, type TransactionRow } from './hand-written-rows.ts';
import { calculate, derivedColumns } from './hand-written-tax.ts';

/*
 * The server to compare with: a minimal server for just these few requests, with node:http and pg. It reads and writes
 * the same tables, returns the same bodies, checks and calculates documents with the gateway's own functions, and omits
 * everything else a product needs: repeated requests, typed errors, limits, GraphQL.
 */

const { DATABASE_URL, PORT, TOKEN_ISSUER, TOKEN_AUDIENCE, TEMPLATE_ID, POOL_SIZE } = process.env;

const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(POOL_SIZE),
  options: '-c TimeZone=UTC -c random_page_cost=1.1',
});

const keys = await loadKeys();
const template = await loadTemplate();
const settings = await loadSettings();

async function loadKeys(): Promise<Map<string, KeyObject>> {
  const { rows } = await pool.query<{ key_id: string; public_jwk: Record<string, string> }>(
    'SELECT key_id, public_jwk FROM signing_keys',
  );
  return new Map(rows.map((row) => [row.key_id, createPublicKey({ key: row.public_jwk, format: 'jwk' })]));
}

type Template = TransactionRow & { tenant_id: string; input_digest: string; tax_digest: string };

/** A stored document, whose digests new documents copy. */
async function loadTemplate() {
  const { rows } = await pool.query<Template>('SELECT * FROM transactions WHERE service_id = $1', [TEMPLATE_ID]);
  return rows[0]!;
}

async function loadSettings(): Promise<TenantSettings> {
  const { rows } = await pool.query<{ settings: unknown }>('SELECT settings FROM tenants WHERE tenant_id = $1', [
    template.tenant_id,
  ]);
  return tenantSettings.parse(rows[0]!.settings);
}

type Claims = { readonly clientId: string; readonly expiresAt: number };
const verified = new Map<string, Claims>();
const tenants = new Map<string, { readonly readAt: number; readonly tenantId: Promise<string | null> }>();

/** The tenant of a token. The signature is checked once, and the revocation of the client about every second. */
async function tenantOf(request: IncomingMessage): Promise<string | null> {
  const token = request.headers.authorization?.slice('Bearer '.length);
  if (!token) return null;
  const claims = verified.get(token) ?? (await verify(token));
  const now = Date.now();
  if (claims.expiresAt <= now) return null;
  const known = tenants.get(claims.clientId);
  if (known && now - known.readAt < 750) return known.tenantId;
  const tenantId = readTenant(claims.clientId);
  tenants.set(claims.clientId, { readAt: now, tenantId });
  return tenantId;
}

async function verify(token: string): Promise<Claims> {
  const { payload } = await jwtVerify(token, ({ kid }) => keys.get(kid ?? '')!, {
    issuer: TOKEN_ISSUER,
    audience: TOKEN_AUDIENCE,
    algorithms: ['RS256'],
  });
  const claims = { clientId: payload.sub ?? '', expiresAt: (payload.exp ?? 0) * 1_000 };
  if (verified.size > 1_000) verified.clear();
  verified.set(token, claims);
  return claims;
}

async function readTenant(clientId: string): Promise<string | null> {
  const { rows } = await pool.query<{ tenant_id: string; revoked_at: Date | null }>({
    ...statements.client,
    values: [clientId],
  });
  return rows[0] && rows[0].revoked_at === null ? rows[0].tenant_id : null;
}

const customerPath = /^\/v1\/customers\/source\/(\d+)\/externalId\/([^/?]+)$/;
const onePath = /^\/v1\/transactions\/source\/(\d+)\/externalId\/([^/?]+)$/;

async function handle(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const { method, url = '' } = request;
  if (url === '/health/live') return answer(response, 200, { status: 'live' });
  const tenantId = await tenantOf(request);
  if (tenantId === null) return answer(response, 401, { status: 401 });
  if (url === '/typename') return answerTypename(request, response);
  if (url.startsWith('/v1/transactions/calculate')) return answerQuote(request, response, tenantId);
  if (url.startsWith('/transactions?first=')) return answerList(response, tenantId, Number(url.split('=')[1]));
  if (url.startsWith('/transaction?externalId=')) return answerNode(response, tenantId, url.split('=')[1]!);
  if (url.startsWith('/v1/transactions?'))
    return answerRestList(response, tenantId, new URLSearchParams(url.split('?')[1]));
  const customer = customerPath.exec(url);
  if (customer) return putCustomer(request, response, tenantId, { source: customer[1]!, externalId: customer[2]! });
  const match = onePath.exec(url);
  if (!match) return answer(response, 404, { status: 404 });
  const source = match[1]!;
  const externalId = decodeURIComponent(match[2]!);
  if (method === 'PUT') return putOne(request, response, tenantId, source, externalId);
  return answerOne(response, tenantId, source, externalId);
}

async function answerNode(response: ServerResponse, tenantId: string, externalId: string): Promise<void> {
  const row = await findOne(tenantId, '1', externalId);
  answer(response, 200, { data: { transaction: row ? listNode(row) : null } });
}

async function answerRestList(response: ServerResponse, tenantId: string, query: URLSearchParams): Promise<void> {
  const limit = Number(query.get('limit'));
  const isFull = query.get('detailed') === 'true';
  const { rows } = await pool.query<TransactionRow & CustomerRow>({
    ...(isFull ? statements.fullList : statements.thinList)(limit + 1),
    values: [tenantId],
  });
  answer(response, 200, rows.slice(0, limit).map(isFull ? fullForm : thinForm));
}

async function answerTypename(request: IncomingMessage, response: ServerResponse): Promise<void> {
  await readBody(request);
  answer(response, 200, { data: { __typename: 'Query' } });
}

async function answerList(response: ServerResponse, tenantId: string, first: number): Promise<void> {
  const { rows } = await pool.query<TransactionRow & CustomerRow>({
    ...statements.list(first + 1),
    values: [tenantId],
  });
  const hasNextPage = rows.length > first;
  if (hasNextPage) rows.pop();
  const last = rows.at(-1);
  const endCursor = last ? cursorOf(last) : null;
  const pageInfo = { hasNextPage, endCursor };
  answer(response, 200, { data: { transactions: { nodes: rows.map(listNode), pageInfo } } });
}

/** The same text as in the gateway, so that both give the same answers. */
function cursorOf({ created_at, service_id }: TransactionRow): string {
  return Buffer.from(JSON.stringify(['transactions', 'createdAt', 'DESC', created_at, service_id])).toString(
    'base64url',
  );
}

async function findOne(tenantId: string, source: string, externalId: string) {
  const { rows } = await pool.query<TransactionRow & CustomerRow>({
    ...statements.one,
    values: [tenantId, source, externalId],
  });
  return rows[0];
}

async function answerOne(response: ServerResponse, tenantId: string, source: string, externalId: string) {
  const row = await findOne(tenantId, source, externalId);
  if (row) answer(response, 200, fullForm(row));
  else answer(response, 404, { status: 404 });
}

type Sent = { readonly externalId: string; readonly source: string; readonly customerId: string };

async function putOne(
  request: IncomingMessage,
  response: ServerResponse,
  tenantId: string,
  source: string,
  externalId: string,
): Promise<void> {
  const sent: Sent = await readBody(request);
  if (sent.externalId !== externalId || sent.source !== source) return answer(response, 400, { status: 400 });
  const [customer, stored] = await Promise.all([findCustomer(tenantId, sent), findOne(tenantId, source, externalId)]);
  if (!customer) return answer(response, 404, { status: 404 });
  if (stored) return answer(response, 200, fullForm(stored));
  const row = { ...customer, ...(await newRow(sent, customer)) };
  await insert(tenantId, row);
  const location = `/v1/transactions/source/${source}/externalId/${encodeURIComponent(externalId)}`;
  answer(response, 201, fullForm(row), location);
}

async function answerQuote(request: IncomingMessage, response: ServerResponse, tenantId: string): Promise<void> {
  const sent: Sent = await readBody(request);
  const customer = await findCustomer(tenantId, sent);
  if (!customer) return answer(response, 404, { status: 404 });
  const row = await newRow(sent, customer);
  const isThin = request.url!.endsWith('detailed=false');
  answer(response, 200, isThin ? thinForm(row) : fullForm({ ...customer, ...row }));
}

/** The customers of the bench have no exemptions, which are read nevertheless. */
async function findCustomer(tenantId: string, { customerId }: Sent): Promise<CustomerRow | undefined> {
  const [{ rows }, exemptions] = await Promise.all([
    pool.query<CustomerRow>({ ...statements.customer, values: [tenantId, customerId] }),
    pool.query({ ...statements.exemptions, values: [tenantId, customerId] }),
  ]);
  if (exemptions.rows.length > 0) throw new Error('Exemptions are not applied here.');
  return rows[0];
}

type SentCustomer = {
  readonly name: string;
  readonly email: string;
  readonly customerType: string;
  readonly address: CustomerRow['address'];
  readonly externalTimestamps: { readonly createdDate: string; readonly updatedDate: string };
};

async function putCustomer(
  request: IncomingMessage,
  response: ServerResponse,
  tenantId: string,
  { source, externalId }: { readonly source: string; readonly externalId: string },
): Promise<void> {
  const sent: SentCustomer = await readBody(request);
  const stored = await pool.query<CustomerRow>({
    ...statements.customerByKey,
    values: [tenantId, source, externalId],
  });
  if (stored.rows[0]) return answer(response, 200, customerJson(stored.rows[0]));
  const { name, email, customerType, externalTimestamps } = sent;
  const { createdDate, updatedDate } = externalTimestamps;
  const now = new Date();
  const address = sent.address && { ...template.document.shippingAddress, ...sent.address };
  const id = v7();
  await pool.query({
    ...statements.insertCustomer,
    values: [tenantId, id, source, externalId, name, email, customerType, address, createdDate, updatedDate, now],
  });
  const row = {
    customer_id: id,
    customer_source: source,
    customer_external_id: externalId,
    name,
    email,
    customer_type: customerType,
    comment: null,
    tax_number: null,
    address,
    external_timestamps: externalTimestamps,
    customer_created_at: now,
    customer_updated_at: now,
  };
  answer(response, 201, customerJson(row));
}

async function newRow(sent: Sent, customer: CustomerRow): Promise<TransactionRow> {
  const now = new Date();
  const { input, document, snapshot, rate_book_version } = await calculate(sent, customer, settings);
  return {
    service_id: v7(),
    source: input.source,
    external_id: input.externalId,
    customer_id: input.customerId,
    transaction_type: input.transactionType,
    transaction_status: input.transactionStatus,
    transaction_filing_status: 'NOT_FILED',
    document,
    snapshot,
    rate_book_version,
    created_at: now,
    updated_at: now,
  };
}

async function insert(tenantId: string, row: TransactionRow): Promise<void> {
  const { document, snapshot } = row;
  const { summary, totals } = derivedColumns(row);
  await pool.query({
    ...statements.insert,
    values: [
      tenantId,
      row.service_id,
      row.source,
      row.external_id,
      row.customer_id,
      row.transaction_type,
      row.transaction_status,
      row.transaction_filing_status,
      document.taxDate,
      snapshot.country,
      snapshot.subdivision ?? '',
      document.currency,
      document.createdFrom,
      document.finalTransactionAmount,
      document.salesTax.amount,
      document.externalTimestamps.createdDate,
      document.externalTimestamps.updatedDate,
      JSON.stringify(document),
      JSON.stringify(snapshot),
      template.input_digest,
      template.tax_digest,
      row.rate_book_version,
      row.created_at,
      summary,
      totals,
      totalsForm,
    ],
  });
}

function readBody(request: IncomingMessage) {
  return new Promise<never>((resolve, reject) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('error', reject);
    request.on('end', () => resolve(JSON.parse(Buffer.concat(chunks).toString()) as never));
  });
}

function answer(response: ServerResponse, status: number, value: object, location?: string): void {
  answerText(response, status, JSON.stringify(value), location);
}

function answerText(response: ServerResponse, status: number, body: string, location?: string): void {
  response.writeHead(status, {
    'Content-Type': 'application/json',
    'Content-Length': Buffer.byteLength(body),
    ...(location === undefined ? {} : { Location: location }),
  });
  response.end(body);
}

const server = createServer((request, response) => {
  handle(request, response).catch((error: unknown) => {
    console.error(error);
    answer(response, 500, { status: 500 });
  });
});
server.listen(Number(PORT), '127.0.0.1');

process.once('SIGTERM', () => {
  server.close();
  server.closeAllConnections();
  void pool.end();
});
