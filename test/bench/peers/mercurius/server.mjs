// The same list on the same tables with Mercurius: JIT, and a loader for the customers. Needs the packages of this folder.
import Fastify from 'fastify';
import mercurius from 'mercurius';
import pg from 'pg';

const { DATABASE_URL, PORT, POOL_SIZE, TENANT_ID } = process.env;

const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(POOL_SIZE),
  options: '-c TimeZone=UTC -c random_page_cost=1.1',
});

const schema = `
  type Query { transactions(first: Int!): TransactionConnection! }
  type TransactionConnection { nodes: [Transaction!]! pageInfo: PageInfo! }
  type PageInfo { hasNextPage: Boolean! endCursor: String }
  type Transaction {
    serviceId: ID! source: String! externalId: String! documentName: String transactionType: String!
    transactionStatus: String! transactionFilingStatus: String! currency: String! totalItemsAmount: String!
    totalDiscount: String! finalTransactionAmount: String! salesTax: SalesTax! externalTimestamps: Timestamps!
    customer: Customer! items: [Item!]!
  }
  type SalesTax { amount: String! rate: String! }
  type Timestamps { createdDate: String! updatedDate: String! }
  type Customer { serviceId: ID! externalId: String! name: String email: String customerType: String! }
  type Item {
    name: String! taxCode: String! unitPrice: String quantity: String! totalPrice: String! calculatedTotal: String!
    taxAmount: String! taxRate: String! taxableCategory: String!
  }
`;

/** The limit is part of the text, or PostgreSQL would plan the statement again for every use. */
const listOf = (limit) => ({
  name: `list ${limit}`,
  text: `SELECT service_id AS "serviceId", source, external_id AS "externalId", customer_id AS "customerId",
      transaction_type AS "transactionType", transaction_status AS "transactionStatus",
      transaction_filing_status AS "transactionFilingStatus", document, created_at AS "createdAt"
    FROM transactions WHERE tenant_id = $1 ORDER BY created_at DESC, service_id DESC LIMIT ${limit}`,
});
const customers = {
  name: 'customers',
  text: `SELECT service_id AS "serviceId", external_id AS "externalId", name, email, customer_type AS "customerType"
    FROM customers WHERE tenant_id = $1 AND service_id = ANY($2::uuid[])`,
};

/** At least two decimal places, as in the gateway. */
const dollars = (amount) => {
  const point = amount.indexOf('.');
  return point === -1 ? `${amount}.00` : point === amount.length - 2 ? `${amount}0` : amount;
};
/** The members that are amounts, padded once per row: a resolver for each would take five times as long. */
function padded({ items, salesTax, ...document }) {
  const amounts = ['totalItemsAmount', 'totalDiscount', 'finalTransactionAmount'];
  for (const name of amounts) document[name] = dollars(document[name]);
  for (const item of items) {
    for (const name of ['totalPrice', 'calculatedTotal', 'taxAmount']) item[name] = dollars(item[name]);
  }
  return { ...document, items, salesTax: { ...salesTax, amount: dollars(salesTax.amount) } };
}

const resolvers = {
  Query: {
    async transactions(_root, { first }) {
      const { rows } = await pool.query({ ...listOf(first + 1), values: [TENANT_ID] });
      const hasNextPage = rows.length > first;
      const nodes = rows.slice(0, first).map((row) => Object.assign(row, padded(row.document)));
      const last = nodes.at(-1);
      return { nodes, pageInfo: { hasNextPage, endCursor: last ? cursorOf(last) : null } };
    },
  },
};

const loaders = {
  Transaction: {
    async customer(queries) {
      const ids = queries.map(({ obj }) => obj.customerId);
      const { rows } = await pool.query({ ...customers, values: [TENANT_ID, [...new Set(ids)]] });
      const byId = new Map(rows.map((row) => [row.serviceId, row]));
      return ids.map((id) => byId.get(id));
    },
  },
};

/** The same text as in the gateway, so that both give the same answers. */
function cursorOf({ createdAt, serviceId }) {
  return Buffer.from(JSON.stringify(['transactions', 'createdAt', 'DESC', createdAt, serviceId])).toString('base64url');
}

const app = Fastify();
await app.register(mercurius, { schema, resolvers, loaders, jit: 1 });
app.get('/health/live', async () => ({ status: 'live' }));
await app.listen({ host: '127.0.0.1', port: Number(PORT) });
