// The same list on the same tables with PostGraphile, which derives its schema from the tables. Needs the packages of this folder.
import { createServer } from 'node:http';
import pg from 'pg';
import { postgraphile } from 'postgraphile';

const { DATABASE_URL, PORT, POOL_SIZE } = process.env;

const pool = new pg.Pool({
  connectionString: DATABASE_URL,
  max: Number(POOL_SIZE),
  options: '-c TimeZone=UTC -c random_page_cost=1.1',
});

/** By default it keeps parsed queries and prepared statements, writes row limits into the SQL, and reads without a transaction. */
const answer = postgraphile(pool, 'public', { dynamicJson: true, disableQueryLog: true });

createServer((request, response) => {
  if (request.url === '/health/live') response.end();
  else answer(request, response);
}).listen(Number(PORT), '127.0.0.1');
