import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { createAuthenticator } from '../../src/adapters/auth/authenticator.ts';
import { runCommand } from '../../src/cli/run-command.ts';
import { readConfig } from '../../src/config/config.ts';
import { scopes } from '../../src/domain/account/scope.ts';
import { type Database, openDatabase } from '../../src/stores/database/database.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { commandLineOn } from '../support/command-line.ts';
import { aDirectory } from '../support/directory.ts';

let database: Database;
let run: ReturnType<typeof commandLineOn>;

// Without any tables: the commands create them.
beforeAll(async () => {
  database = await openDatabase({ kind: 'embedded', place: { kind: 'memory', dump: null } });
  run = commandLineOn(database);
});
afterAll(() => database.close());

describe('the operator', () => {
  it('makes, lists, rotates and revokes a client', async () => {
    for (const reading of [['audit', 'verify'], ['totals', 'verify'], ['backup']]) {
      const errors = expect.stringMatching(/^\d+ migrations are pending\. Run "tollgate migrate" first\.$/);
      expect(await run(...reading)).toMatchObject({ code: 1, errors });
    }
    expect(await run('migrate')).toMatchObject({ code: 0, out: expect.stringMatching(/^Applied: \d{14}_baseline/) });
    expect(await run('migrate')).toMatchObject({ code: 0, out: 'The store is up to date.' });
    expect(await run('clients', 'list')).toMatchObject({ code: 0, out: '' });

    const made = await run('clients', 'create', '--tenant', 'Prairie Books', '--scopes', 'tax:read,customers:read');
    expect(made).toMatchObject({ code: 0, errors: '' });
    const [, tenantId] = /tenant {9}(\S+) {2}Prairie Books {2}\(new\)/.exec(made.out) ?? [];
    const [, clientId] = /client id {6}(client_\w+)/.exec(made.out) ?? [];
    const [, clientSecret] = /client secret {2}(secret_\S+)/.exec(made.out) ?? [];
    expect(made.out).toContain('scopes         customers:read tax:read');

    const second = await run('clients', 'create', '--tenant', tenantId!, '--name', 'Second');
    expect(second.out).toContain(`${tenantId}  Prairie Books\n`);
    const shop = 'customers:read customers:write transactions:read transactions:write tax:read';
    expect(second.out).toContain(`scopes         ${shop}\nThese are the scopes a shop needs.`);
    expect((await run('clients', 'create', '--tenant', 'Prairie Books')).out).not.toContain('(new)');
    expect((await run('clients', 'list')).out.split('\n')).toHaveLength(3);
    expect((await run('clients', 'list')).out).not.toContain(clientSecret);

    const limited = await run('clients', 'limit', clientId!, '--requests-per-minute', '600');
    expect(limited.out).toContain('requests per minute  600\ncost per minute      default\n');
    expect((await run('clients', 'list')).out).toMatch(/\t600\tdefault$/m);
    expect((await run('clients', 'limit', clientId!, '--requests-per-minute', '600')).code).toBe(0); // Changes nothing.
    expect((await run('clients', 'limit', clientId!, '--cost-per-minute', '0')).out).toContain('unlimited');
    expect((await run('clients', 'limit', clientId!, '--requests-per-minute', 'many')).errors).toContain(
      'whole number',
    );
    expect((await run('clients', 'limit', clientId!)).errors).toContain('Specify a limit');
    expect((await run('clients', 'limit', 'client_x', '--requests-per-minute', '1')).errors).toContain(
      'Client client_x not found',
    );

    const rotated = await run('clients', 'rotate', clientId!);
    const [, newSecret] = /client secret {2}(secret_\S+)/.exec(rotated.out) ?? [];
    expect(await run('clients', 'revoke', /client_\w+/.exec(second.out)![0])).toMatchObject({ code: 0 });
    expect((await run('clients', 'list')).out).toMatch(/Second\trevoked 20/);
    expect((await run('tenants', 'list')).out).toBe(`${tenantId}\tPrairie Books\tLIVE`);
    expect(JSON.parse((await run('tenants', 'list', '--json')).out)).toEqual({
      tenantId,
      name: 'Prairie Books',
      kind: 'LIVE',
    });
    const trials = await run('tenants', 'create', 'Trials', '--test');
    expect(trials.out).toMatch(/^[0-9a-f-]{36}\tTrials\tTEST$/);
    expect((await run('tenants', 'create', 'Trials')).code).toBe(2);
    expect((await run('tenants', 'list')).out.split('\n')).toEqual([`${tenantId}\tPrairie Books\tLIVE`, trials.out]);

    const { auth: config } = readConfig({});
    const stores = createStores(database);
    const authenticator = await createAuthenticator({ stores, config, now: () => new Date() });
    const ask = (secret: string) => authenticator.issueToken({ clientId: clientId!, clientSecret: secret }, 'test');
    await expect(ask(clientSecret!)).rejects.toMatchObject({ code: 'INVALID_CLIENT' });
    const { accessToken } = await ask(newSecret!);
    const session = await authenticator.authenticate(`Bearer ${accessToken}`);
    expect(session?.principal.scopes).toEqual(new Set(['customers:read', 'tax:read']));

    const overlapping = await run('clients', 'rotate', clientId!, '--overlap-hours', '24');
    expect(overlapping.out).toMatch(/The old secret works until 20.*Z\.\nTokens already issued stay valid/);
    await ask(newSecret!);
    const trail = await stores
      .forTenant(tenantId!)
      .audit.list({ recordType: { eq: 'CLIENT' } }, { limit: 20, after: null });
    expect(trail.map(({ action, recordKey, version }) => [recordKey === clientId, version, action])).toEqual([
      [true, 5, 'UPDATED'], // Rotated, and limited twice before that.
      [false, 2, 'REVOKED'],
      [true, 4, 'UPDATED'],
      [true, 3, 'UPDATED'],
      [true, 2, 'UPDATED'],
      [false, 1, 'CREATED'],
      [false, 1, 'CREATED'],
      [true, 1, 'CREATED'],
    ]);
    expect(new Set(trail.map(({ clientId: by }) => by))).toEqual(new Set([null]));
    expect(JSON.stringify(trail)).not.toContain('scrypt');

    const { out: token } = await run('token', clientId!);
    expect((await authenticator.authenticate(`Bearer ${token}`))?.principal.clientId).toBe(clientId);
    const revoked = /client_\w+/.exec(second.out)![0];
    expect(await run('token', revoked)).toMatchObject({ code: 1, errors: `The client ${revoked} was revoked.` });
  });

  // The format of https://www.ecb.europa.eu/stats/eurofxref/eurofxref-hist.zip, with its empty last column.
  it('stores the reference rates of the European Central Bank, and again without a change', async () => {
    const path = join(aDirectory(), 'eurofxref-hist.csv');
    const rows = ['Date,USD,JPY,ROL,TRL,', '2026-07-02,1.0823,160.5,N/A,N/A,', '2026-07-01,1.08,161,N/A,N/A,'];
    await writeFile(path, `${rows.join('\n')}\n`);
    await run('clients', 'create', '--tenant', 'Euro Shop');
    const importing = ['exchange-rates', 'import', path, '--tenant', 'Euro Shop'];
    const selected = await run(...importing, '--from', '2026-07-02', '--currencies', 'usd');
    expect(selected).toMatchObject({ code: 0, out: '1 rate read, 1 new or changed.' });
    expect(await run(...importing)).toMatchObject({ out: '4 rates read, 3 new or changed.' });
    expect(await run(...importing)).toMatchObject({ out: '4 rates read, 0 new or changed.' });
    expect(await run(...importing, '--currencies', 'CHF')).toMatchObject({
      code: 1,
      errors: 'The file has no column for CHF.',
    });
    await writeFile(path, 'Date, USD, JPY, \n3 July 2026, 1.09, many, \n');
    expect(await run(...importing)).toMatchObject({ code: 1, errors: 'Line 2: "many" is not a rate for JPY.' });
  });

  it('grants every scope only on request', async () => {
    const all = await run('clients', 'create', '--tenant', 'Office', '--scopes', 'all');
    expect(all.out).toContain(`scopes         ${scopes.join(' ')}\nStore the secret now`);
    expect((await run('clients', 'create', '--tenant', 'Shop')).out).not.toContain('admin');
  });

  it('reports an unknown client', async () => {
    for (const verb of ['rotate', 'revoke']) {
      expect(await run('clients', verb, 'nobody')).toMatchObject({ code: 1, errors: 'Client nobody not found.' });
    }
  });

  it.each([
    [['clients', 'create'], 'Specify the tenant: --tenant <name or id>'],
    [['clients', 'create', '--tenant', 'A', '--scopes', 'tax:read,tax:write'], 'Unknown scopes: tax:write.'],
    [['clients', 'create', '--tenant', 'A', '--scopes', ' '], 'Specify at least one scope.'],
    [['clients', 'create', '--tenant', 'A', '--colour', 'red'], "Unknown option '--colour'"],
    [['clients', 'rotate', 'a', '--overlap-hours', '200'], '--overlap-hours must be a whole number from 0 to 168.'],
    [['clients', 'rotate'], 'Specify the client: clients rotate <client id>'],
    [['clients', 'revoke', 'a', 'b'], 'Unexpected argument: b'],
    [['clients', 'delete'], 'Unknown command: clients delete'],
    [['migrate', 'now'], 'Unexpected argument: now'],
  ])('explains how to fix %j', async (args, message) => {
    const { code, errors } = await run(...args);
    expect(code).toBe(2);
    expect(errors).toContain(message);
    expect(errors).toContain('Usage: tollgate ');
  });

  it('is warned of problems before a start', async () => {
    const { code, out } = await run('doctor');
    expect({ code, out }).toMatchObject({ code: 0, out: expect.stringMatching(/ok {5}migrations: all applied/) });
    expect(out).toMatch(
      /ok {5}local rates: version \S+ has lists from 2026-08-18 to 2026-08-18\. The lists may be outdated in AK, AL/,
    );
    const empty = await openDatabase({ kind: 'embedded', place: { kind: 'memory', dump: null } });
    onTestFinished(() => empty.close());
    const { code: failed, out: found, errors } = await commandLineOn(empty)('doctor');
    expect(failed).toBe(1);
    expect(found).toMatch(/WRONG {2}migrations: \d+ pending\. Start the server or run "tollgate migrate"\./);
    expect(errors).toBe('One check failed.');
    expect(await empty.prisma.$queryRaw`SELECT to_regclass('tenants')::text AS made`).toEqual([{ made: null }]);
  });

  it('learns that the first start creates the store, which a check does not', async () => {
    const directory = join(tmpdir(), `tollgate-none-${randomUUID()}`);
    const out: string[] = [];
    const print = (line: string) => out.push(line);
    const code = await runCommand({ args: ['doctor'], environment: { DATA_DIR: directory }, print, printError: print });
    expect({ code, last: out.at(-1) }).toEqual({ code: 0, last: 'ok     database: created on first start' });
    expect(existsSync(directory)).toBe(false);
  });

  it('sees the release and its rate book', async () => {
    expect((await run('--version')).out).toMatch(/^tollgate \d+\.\d+\.\d+, rate book \d{4}\.\d\d\.\d\d/);
  });

  it('gets help for all, a group or one', async () => {
    expect((await run('rates', '--help')).out).not.toContain('clients create');
    expect((await run('rates', 'diff', '--help')).out).toMatch(/rates diff <version> <version> \[--facts\]\n/);
    expect((await run('rates', 'diff', '--help')).out).not.toContain('rates import');
    expect(await run('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('clients create --tenant <name or id>'),
    });
    expect(await run()).toMatchObject({ code: 2 });
  });
});
