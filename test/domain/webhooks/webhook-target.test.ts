import { expect, it } from 'vitest';
import { addressIn, isPublicAddress } from '../../../src/domain/webhooks/webhook-target.ts';

it.each([
  ['8.8.8.8', true, 'a public server'],
  ['172.15.255.255', true, 'just before a private network'],
  ['172.32.0.0', true, 'just after it'],
  ['2606:4700:4700::1111', true, 'a public server'],
  ['0.0.0.0', false, 'this host'],
  ['10.1.2.3', false, 'private'],
  ['100.64.0.1', false, 'of a carrier'],
  ['127.0.0.1', false, 'loopback'],
  ['127.255.255.254', false, 'loopback'],
  ['168.63.129.16', false, 'services of a cloud'],
  ['168.63.129.17', true, 'beside it'],
  ['169.254.169.254', false, 'metadata of a cloud'],
  ['172.16.0.1', false, 'private'],
  ['172.31.255.255', false, 'private'],
  ['192.0.0.192', false, 'metadata of a cloud'],
  ['192.31.196.1', false, 'AS112'],
  ['192.52.193.1', false, 'AMT'],
  ['192.175.48.1', false, 'AS112'],
  ['192.168.1.1', false, 'private'],
  ['198.18.0.1', false, 'for benchmarks'],
  ['203.0.113.7', false, 'for documentation'],
  ['224.0.0.1', false, 'multicast'],
  ['255.255.255.255', false, 'broadcast'],
  ['2620:4f:8000::1', false, 'AS112'],
  ['::1', false, 'loopback'],
  ['::', false, 'unspecified'],
  ['::ffff:127.0.0.1', false, 'IPv4 in IPv6'],
  ['::ffff:8.8.8.8', false, 'IPv4 in IPv6, even a public one'],
  ['64:ff9b::7f00:1', false, 'translated to IPv4'],
  ['2002:7f00:1::', false, '6to4'],
  ['2001:0:7f00:1::', false, 'Teredo'],
  ['2001:db8::1', false, 'for documentation'],
  ['fc00::1', false, 'unique local'],
  ['fd00:ec2::254', false, 'metadata of a cloud'],
  ['fe80::1', false, 'link-local'],
  ['ff02::1', false, 'multicast'],
  ['example.com', false, 'no address'],
])('%s is public: %s (%s)', (address, expected) => {
  expect(isPublicAddress(address)).toBe(expected);
});

it.each([
  ['https://127.0.0.1/', '127.0.0.1'],
  ['https://2130706433/', '127.0.0.1'],
  ['https://0x7f.1/', '127.0.0.1'],
  ['https://[::1]:8443/', '::1'],
  ['https://example.com/', null],
])('%s names the address %s', (url, address) => {
  expect(addressIn(new URL(url))).toBe(address);
});
