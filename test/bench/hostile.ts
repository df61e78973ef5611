import { hostileDocuments } from '../graphql/execution/hostile-documents.ts';
import { median } from './load.ts';
import { figure, table } from './report.ts';

export const hostileName = 'hostile documents';
const tries = 20;

/** The time until each deliberately expensive document is refused, one request at a time. */
export async function timeHostile(url: string, token: string): Promise<string> {
  const harmless = await timeOf(url, token, JSON.stringify({ query: '{ __typename }' }));
  const rows: string[][] = [['{ __typename }', '32', figure(harmless, 2)]];
  for (const { name, query, variables } of hostileDocuments) {
    const body = JSON.stringify({ query, variables });
    rows.push([name, String(body.length), figure(await timeOf(url, token, body), 2)]);
  }
  return table([hostileName, 'bytes', 'ms'], rows);
}

async function timeOf(url: string, token: string, body: string): Promise<number> {
  const headers = { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' };
  const times: number[] = [];
  for (let count = 0; count < tries; count++) {
    const begin = performance.now();
    const response = await fetch(`${url}/graphql`, { method: 'POST', headers, body });
    await response.arrayBuffer();
    times.push(performance.now() - begin);
  }
  return median(times);
}
