import { describe, expect, it } from 'vitest';
import { networkOf } from '../../src/domain/base/network.ts';
import { clientAddress } from '../../src/http/client-address.ts';
import { startApp } from '../support/app.ts';

const peerAddress = '10.0.0.1';

describe('the address of a client', () => {
  it.each<[number, string | undefined, string, string]>([
    [0, '192.0.2.7', peerAddress, 'nobody is trusted'],
    [1, undefined, peerAddress, 'there was no proxy'],
    [1, '192.0.2.7', '192.0.2.7', 'the proxy says so'],
    [1, '203.0.113.1, 192.0.2.7', '192.0.2.7', 'the first was sent by the client'],
    [2, '203.0.113.1, 192.0.2.7, 10.0.0.2', '192.0.2.7', 'two proxies'],
    [2, '192.0.2.7', '192.0.2.7', 'fewer hops than proxies'],
    [1, '192.0.2.7:5123', '192.0.2.7', 'with a port'],
    [1, '[2001:db8::1]:443', '2001:db8::1', 'IPv6 with a port'],
    [1, '2001:db8::1', '2001:db8::1', 'IPv6'],
    [1, 'unknown', peerAddress, 'not an address'],
    [1, ' , ,', peerAddress, 'nothing'],
  ])('behind %i proxies with %s is %s: %s', (proxies, forwardedFor, address) => {
    expect(clientAddress({ peerAddress, forwardedFor }, proxies)).toBe(address);
  });
});

describe('the network of an address', () => {
  it.each([
    ['192.0.2.7', '192.0.2.7'],
    ['::ffff:192.0.2.7', '192.0.2.7'],
    ['2001:db8:1:2:3:4:5:6', '2001:db8:1:2::/64'],
    ['2001:0DB8:1:2::', '2001:db8:1:2::/64'],
    ['2001:db8::1', '2001:db8:0:0::/64'],
    ['::1', '0:0:0:0::/64'],
    ['fe80::1%eth0', 'fe80:0:0:0::/64'],
    ['', ''],
  ])('of %s is %s', (address, network) => {
    expect(networkOf(address)).toBe(network);
  });
});

describe('attempts to get a token', () => {
  it('count by the address that the trusted proxy names, through both doors', async () => {
    const app = await startApp({ http: { trustedProxies: 1 } });
    const attempt = async (forwardedFor: string) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': forwardedFor };
      const body = JSON.stringify({ clientId: 'nobody', clientSecret: 'x' });
      return (await app.fetch('/v1/token', { method: 'POST', headers, body })).status;
    };
    const viaGraphql = async (forwardedFor: string) => {
      const headers = { 'Content-Type': 'application/json', 'X-Forwarded-For': forwardedFor };
      const query =
        'mutation { createToken(input: {clientId: "nobody", clientSecret: "x"}) { ... on UserError { code } } }';
      const answer = await app.fetch('/graphql', { method: 'POST', headers, body: JSON.stringify({ query }) });
      return answer.text();
    };
    for (let count = 0; count < 20; count++) expect(await attempt(`203.0.113.${count}, 192.0.2.7`)).toBe(401);
    expect(await attempt('203.0.113.99, 192.0.2.7')).toBe(429);
    expect(await viaGraphql('203.0.113.99, 192.0.2.7')).toContain('TOO_MANY_REQUESTS');
    expect(await attempt('192.0.2.8')).toBe(401);
    expect(await viaGraphql('192.0.2.8')).toContain('INVALID_CLIENT');
    await app.close();
  });
});
