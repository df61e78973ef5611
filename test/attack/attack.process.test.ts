import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { askRaw } from '../support/raw-http.ts';
import { type AttackedGateway, startAttackedGateway } from './attacked-gateway.ts';
import { type HostileRequest, hostileRequests } from './hostile-requests.ts';
import { measure } from './measured-refusals.ts';
import { rawRequests } from './raw-requests.ts';

/**
 * The maximum cost of a refusal. Other work on the machine does not add to the processor time of a process, but affects its
 * caches: only `npm run test:attack`, alone on the machine, enforces the exact figure.
 */
const isStrict = process.env.ATTACK === 'strict';
const mostCpuMs = isStrict ? 50 : 500;

let gateway: AttackedGateway;
let requests: readonly HostileRequest[];
beforeAll(async () => {
  gateway = await startAttackedGateway();
  requests = hostileRequests(gateway.tokens);
});
afterAll(() => gateway.close());

const once = { rounds: 1, times: 1 };
const twice = { rounds: 2, times: isStrict ? 2 : 1 };
const placeholders = { a: '', b: '' } as AttackedGateway['tokens'];
const names = hostileRequests(placeholders).map(({ name }) => name);

describe('a hostile request is refused before it costs much:', { timeout: 60_000 }, () => {
  it.each(names)('%s', async (name) => {
    const request = requests.find((each) => each.name === name)!;
    const worth = request.worth ?? 1;
    const { status, body, cpuMs } = await measure(gateway, request, worth > 4 ? once : twice);
    expect(request.status, body.slice(0, 300)).toContain(status);
    if (request.says) expect(body).toMatch(request.says);
    expect(cpuMs).toBeLessThanOrEqual(mostCpuMs * worth);
  });

  it.each(rawRequests)('$name', async ({ bytes, status }) => {
    const before = gateway.cpu();
    const response = await askRaw(gateway.port, bytes);
    expect(status).toContain(response.status);
    expect(response.body).not.toMatch(/node_modules|\.ts:|at \w+ \(/);
    expect(gateway.cpu() - before).toBeLessThanOrEqual(mostCpuMs);
  });
});

describe('a token', () => {
  it.each([
    ['customers:read', '/v1/customers', 200],
    ['customers:write', '/v1/customers', 403],
    ['transactions:write', '/v1/transactions', 403],
    ['nexus:read', '/v1/nexus', 200],
    ['tax:read', '/v1/nexus', 403],
    ['exemptions:write', '/v1/exemptions', 403],
  ] as const)('of %s requesting %s is answered with only its scope: %i', async (scope, path, status) => {
    const response = await fetch(gateway.url + path, { headers: { Authorization: `Bearer ${gateway.tokens[scope]}` } });
    expect(response.status).toBe(status);
  });

  it('of another tenant finds nothing, by any name', async () => {
    const stored = await putCustomer(gateway, gateway.tokens.a, 'SECRET-1');
    const { serviceId } = (await stored.json()) as { serviceId: string };
    const asked = async (path: string) => {
      const response = await fetch(gateway.url + path, { headers: { Authorization: `Bearer ${gateway.tokens.b}` } });
      return [response.status, await response.text()] as const;
    };
    expect((await asked('/v1/customers/source/1/externalId/SECRET-1'))[0]).toBe(404);
    expect((await asked(`/v1/customers/serviceId/${serviceId}`))[0]).toBe(404);
    expect(await asked('/v1/customers')).toEqual([200, '[]']);
    const query = `{customer(by:{serviceId:"${serviceId}"}){name} customers{totalCount}}`;
    const graphql = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${gateway.tokens.b}` },
      body: JSON.stringify({ query }),
    });
    expect(await graphql.json()).toMatchObject({ data: { customer: null, customers: { totalCount: 0 } } });
  });
});

describe('after all of it', () => {
  it('the gateway responds, and has logged neither a failure nor a stall', async () => {
    expect((await fetch(`${gateway.url}/health/ready`)).status).toBe(200);
    const serious = gateway.log().filter((line) => /"level":(50|60)/.test(line));
    expect(serious).toEqual([]);
    if (isStrict) expect(gateway.stalls()).toEqual([]);
  });
});

function putCustomer({ url }: AttackedGateway, token: string, externalId: string): Promise<Response> {
  return fetch(`${url}/v1/customers/source/1/externalId/${externalId}`, {
    method: 'PUT',
    headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${token}` },
    body: JSON.stringify({
      source: '1',
      externalId,
      name: 'Prairie Books',
      externalTimestamps: { createdDate: '2026-07-01', updatedDate: '2026-07-01' },
    }),
  });
}
