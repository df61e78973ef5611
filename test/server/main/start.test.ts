import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { builtMain } from '../../support/built.ts';
import { startChild } from '../../support/child.ts';

it('the built product starts on a new store, serves both doors, and stops', async () => {
  const DATA_DIR = mkdtempSync(join(tmpdir(), 'tollgate-start-'));
  const server = startChild(builtMain(), [], { PORT: '0', DATA_DIR });
  onTestFinished(async () => {
    await server.end('SIGKILL');
    rmSync(DATA_DIR, { recursive: true, force: true });
  });
  const url = String(JSON.parse(await server.errorLine(/"msg":"listening"/)).url);
  const post = async (path: string, body: object, headers: Record<string, string> = {}) => {
    const response = await fetch(url + path, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...headers },
      body: JSON.stringify(body),
    });
    expect(response.status).toBe(200);
    return response.json();
  };
  const client = JSON.parse(readFileSync(join(DATA_DIR, 'demo-client.json'), 'utf8'));
  const { accessToken } = (await post('/v1/token', client)) as { accessToken: string };
  const headers = { Authorization: `Bearer ${accessToken}` };
  // The test land's state STACK taxes general goods at 7 %.
  const cart = {
    items: [{ name: 'Lamp', taxCode: 'C1S1', unitPrice: 100 }],
    shippingAddress: { state: 'STACK', country: 'ZZ' },
  };
  expect(await post('/v1/transactions/calculate', cart, headers)).toMatchObject({ salesTax: { amount: 7 } });
  const query = '{ customers { nodes { name } } }';
  expect(await post('/graphql', { query }, headers)).toMatchObject({
    data: { customers: { nodes: [{ name: 'Demo Customer' }] } },
  });
  expect(await server.end('SIGTERM')).toBe(0);
});
