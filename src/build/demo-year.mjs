// npm run demo:year [url]: stores one year of shop data in the demo tenant of a running gateway, through its public
// API. The default URL is http://localhost:4000. The credentials are in .data/demo-client.json (DATA_DIR), which the
// gateway writes on first startup.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { evaluate } from './evaluate.mjs';

const url = (process.argv[2] ?? 'http://localhost:4000').replace(/\/$/, '');
const credentials = JSON.parse(readFileSync(join(process.env.DATA_DIR ?? '.data', 'demo-client.json'), 'utf8'));
const { storeYear } = await evaluate("export { storeYear } from './src/web/console/demo-year/store-year.ts';");
const { accessToken } = await post('/v1/token', credentials);

const now = new Date();
const today = new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
await storeYear(send, today, (share) => process.stdout.write(`\r${Math.round(share * 100)} %`));
console.log(`\nThe demo year is stored. Open ${url}/console`);

async function send(query, variables) {
  const { data, errors } = await post('/graphql', { query, variables }, { Authorization: `Bearer ${accessToken}` });
  if (errors) throw new Error(errors.map(({ message }) => message).join('\n'));
  return data;
}

async function post(path, body, headers = {}) {
  const answer = await fetch(`${url}${path}`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json', ...headers },
    body: JSON.stringify(body),
  });
  const text = await answer.text();
  if (!answer.ok) throw new Error(`${path} responded with ${answer.status}: ${text}`);
  return JSON.parse(text);
}
