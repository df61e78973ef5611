import type { ServerResponse } from 'node:http';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createVies } from '../../../src/adapters/registers/vies.ts';
import { type AnsweringServer, sendJson, startAnsweringServer } from '../../support/answering-server.ts';

let server: AnsweringServer;
beforeAll(async () => {
  server = await startAnsweringServer();
});
afterAll(() => server.close());
beforeEach(() => {
  server.questions.length = 0;
});

const greek = { country: 'GR', number: 'EL094259216' };

const vies = (requester: { memberState: string; number: string } | null = null) =>
  createVies({ url: server.url, requester, isInVies: (country) => country !== 'GB' });

function ask(answer: (response: ServerResponse) => void, timeoutMs = 2000) {
  server.answer = (_question, response) => answer(response);
  return vies().ask(greek, AbortSignal.timeout(timeoutMs));
}

/** A recorded VIES response for a number; the name and address are fictitious. */
const recorded = {
  countryCode: 'EL',
  vatNumber: '094259216',
  requestDate: '2026-05-19T12:25:12.544Z',
  valid: true,
  requestIdentifier: '',
  name: 'ΠΑΡΑΔΕΙΓΜΑ ΑΕ||EXAMPLE SA',
  address: 'ΕΡΜΟΥ 1 10563 - ΑΘΗΝΑ',
  traderName: '---',
  traderNameMatch: 'NOT_PROCESSED',
};

describe('VIES', () => {
  it('receives the prefix separately from the number', async () => {
    await ask((response) => sendJson(response, 200, recorded));
    expect(server.questions).toMatchObject([{ method: 'POST', path: '/check-vat-number' }]);
    expect(JSON.parse(server.questions[0]!.body)).toEqual({ countryCode: 'EL', vatNumber: '094259216' });
  });

  it('returns name and address of a registered number', async () => {
    expect(await ask((response) => sendJson(response, 200, recorded))).toEqual({
      kind: 'REGISTERED',
      name: 'ΠΑΡΑΔΕΙΓΜΑ ΑΕ||EXAMPLE SA',
      address: 'ΕΡΜΟΥ 1 10563 - ΑΘΗΝΑ',
      consultationNumber: null,
    });
  });

  it('returns a consultation number if the requester sends its own number', async () => {
    server.answer = (_question, response) => sendJson(response, 200, { ...recorded, requestIdentifier: 'WAPIAAAAY1' });
    const asker = vies({ memberState: 'DE', number: '136695976' });
    expect(await asker.ask(greek, AbortSignal.timeout(2000))).toMatchObject({ consultationNumber: 'WAPIAAAAY1' });
    expect(JSON.parse(server.questions[0]!.body)).toMatchObject({
      requesterMemberStateCode: 'DE',
      requesterNumber: '136695976',
    });
  });

  it('may withhold name and address', async () => {
    const silent = { ...recorded, name: '---', address: '' };
    expect(await ask((response) => sendJson(response, 200, silent))).toMatchObject({
      kind: 'REGISTERED',
      name: null,
      address: null,
    });
  });

  it('has characters that no name contains removed from its response', async () => {
    const strange = { ...recorded, name: 'A\u0000B\ud800 ', address: '1 Rue\r\nParis\u0007' };
    expect(await ask((response) => sendJson(response, 200, strange))).toMatchObject({
      name: 'AB',
      address: '1 Rue\nParis',
    });
  });

  it('reports a number that is not registered', async () => {
    const unknown = { ...recorded, valid: false, name: '---', address: '---', requestIdentifier: 'WAPIAAAAY2' };
    expect(await ask((response) => sendJson(response, 200, unknown))).toEqual({
      kind: 'NOT_REGISTERED',
      consultationNumber: 'WAPIAAAAY2',
    });
  });

  it.each([
    ['MS_UNAVAILABLE', false],
    ['MS_MAX_CONCURRENT_REQ', true],
    ['MS_MAX_CONCURRENT_REQ_TIME', false],
    ['GLOBAL_MAX_CONCURRENT_REQ', true],
    ['GLOBAL_MAX_CONCURRENT_REQ_TIME', false],
    ['SERVICE_UNAVAILABLE', true],
    ['TIMEOUT', false],
    ['INVALID_REQUESTER_INFO', false],
    ['INVALID_INPUT', false],
    ['IP_BLOCKED', false],
    ['VAT_BLOCKED', false],
    ['SOMETHING_NEW', false],
  ])('says nothing about a number when it fails with %s', async (code, isPassing) => {
    const expected = { kind: 'UNAVAILABLE', because: expect.stringContaining(`(${code})`), isPassing };
    const wrapped = { actionSucceed: false, errorWrappers: [{ error: code }] };
    for (const status of [200, 400, 500]) {
      expect(await ask((response) => sendJson(response, status, wrapped))).toEqual(expected);
    }
    const beside = { ...recorded, valid: false, userError: code };
    expect(await ask((response) => sendJson(response, 200, beside))).toEqual(expected);
  });

  it('does not treat VALID and INVALID as failures', async () => {
    const isValid = await ask((response) => sendJson(response, 200, { ...recorded, userError: 'VALID' }));
    expect(isValid.kind).toBe('REGISTERED');
    const invalid = { ...recorded, valid: false, userError: 'INVALID' };
    expect((await ask((response) => sendJson(response, 200, invalid))).kind).toBe('NOT_REGISTERED');
  });

  it.each([
    ['no JSON', (response: ServerResponse) => response.end('<html>Maintenance</html>')],
    ['nothing', (response: ServerResponse) => response.end()],
    ['a list', (response: ServerResponse) => sendJson(response, 200, [])],
    ['an answer without a verdict', (response: ServerResponse) => sendJson(response, 200, { name: 'x' })],
    ['a verdict in words', (response: ServerResponse) => sendJson(response, 200, { ...recorded, valid: 'false' })],
    [
      'an answer about another number',
      (response: ServerResponse) => sendJson(response, 200, { ...recorded, vatNumber: '094019245', valid: false }),
    ],
    ['an answer without end', (response: ServerResponse) => response.end(`"${'x'.repeat(100_000)}"`)],
    ['500', (response: ServerResponse) => sendJson(response, 500, {})],
    ['404', (response: ServerResponse) => sendJson(response, 404, { valid: false })],
    ['429', (response: ServerResponse) => sendJson(response, 429, {})],
    ['a broken connection', (response: ServerResponse) => response.destroy()],
  ])('says nothing about a number with %s', async (_what, answer) => {
    expect((await ask(answer)).kind).toBe('UNAVAILABLE');
  });

  it('is not followed to another URL', async () => {
    const answer = await ask((response) => response.writeHead(302, { Location: `${server.url}/elsewhere` }).end());
    expect(answer).toMatchObject({ kind: 'UNAVAILABLE', because: 'it redirected the request' });
    expect(server.questions.map(({ path }) => path)).toEqual(['/check-vat-number']);
  });

  it('is not waited for beyond its time limit', async () => {
    const late = { kind: 'UNAVAILABLE', because: 'it did not respond in time', isPassing: false };
    expect(await ask(() => {}, 100)).toEqual(late);
    const begin = (response: ServerResponse) => response.writeHead(200).write('{"valid":');
    expect(await ask(begin, 100)).toEqual(late);
  });

  it('does not cover every number', () => {
    expect(vies().covers(greek)).toBe(true);
    expect(vies().covers({ country: 'GB', number: 'GB980780684' })).toBe(false);
  });
});
