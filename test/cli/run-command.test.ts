import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createAuthenticator } from '../../src/auth/authenticator.ts';
import { readConfig } from '../../src/config/config.ts';
import { scopes } from '../../src/domain/account/scope.ts';
import { type Database, openDatabase } from '../../src/stores/database/database.ts';
import { createStores } from '../../src/stores/prisma-stores.ts';
import { commandLineOn } from '../support/command-line.ts';

let database: Database;
let run: ReturnType<typeof commandLineOn>;

// Without any table: the commands make them.
beforeAll(async () => {
  database = await openDatabase({ kind: 'embedded', place: { kind: 'memory', dump: null } });
  run = commandLineOn(database);
});
afterAll(() => database.close());

describe('the operator', () => {
  it('makes, lists, rotates and revokes a client', async () => {
    expect(await run('migrate')).toMatchObject({ code: 0, out: expect.stringMatching(/^Applied: \d{14}_init/) });
    expect(await run('migrate')).toMatchObject({ code: 0, out: 'The store is up to date.' });
    expect(await run('clients', 'list')).toMatchObject({ code: 0, out: 'There are no clients yet.' });

    const made = await run('clients', 'create', '--tenant', 'Prairie Books', '--scopes', 'tax:read,customers:read');
    expect(made).toMatchObject({ code: 0, errors: '' });
    const [, tenantId] = /tenant {9}(\S+) {2}Prairie Books {2}\(new\)/.exec(made.out) ?? [];
    const [, clientId] = /client id {6}(client_\w+)/.exec(made.out) ?? [];
    const [, clientSecret] = /client secret {2}(secret_\S+)/.exec(made.out) ?? [];
    expect(made.out).toContain('scopes         customers:read tax:read');

    const second = await run('clients', 'create', '--tenant', tenantId!, '--name', 'Second');
    expect(second.out).toContain(`${tenantId}  Prairie Books\n`);
    expect(second.out).toContain(scopes.join(' '));
    expect((await run('clients', 'create', '--tenant', 'Prairie Books')).out).not.toContain('(new)');
    expect((await run('clients', 'list')).out.split('\n')).toHaveLength(3);
    expect((await run('clients', 'list')).out).not.toContain(clientSecret);

    const rotated = await run('clients', 'rotate', clientId!);
    const [, newSecret] = /client secret {2}(secret_\S+)/.exec(rotated.out) ?? [];
    expect(await run('clients', 'revoke', /client_\w+/.exec(second.out)![0])).toMatchObject({ code: 0 });
    expect((await run('clients', 'list')).out).toMatch(/Second\trevoked 20/);

    const { auth: config } = readConfig({});
    const stores = createStores(database);
    const authenticator = await createAuthenticator({ stores, config, now: () => new Date() });
    const ask = (secret: string) => authenticator.issueToken({ clientId: clientId!, clientSecret: secret }, 'test');
    await expect(ask(clientSecret!)).rejects.toMatchObject({ code: 'INVALID_CLIENT' });
    const { accessToken } = await ask(newSecret!);
    const session = await authenticator.authenticate(`Bearer ${accessToken}`);
    expect(session?.principal.scopes).toEqual(new Set(['customers:read', 'tax:read']));
  });

  it('reports an unknown client', async () => {
    for (const verb of ['rotate', 'revoke']) {
      expect(await run('clients', verb, 'nobody')).toMatchObject({ code: 1, errors: 'There is no client nobody.' });
    }
  });

  it.each([
    [['clients', 'create'], 'Specify the tenant: --tenant <name or id>'],
    [['clients', 'create', '--tenant', 'A', '--scopes', 'tax:read,tax:write'], 'Unknown scopes: tax:write.'],
    [['clients', 'create', '--tenant', 'A', '--colour', 'red'], "Unknown option '--colour'"],
    [['clients', 'rotate'], 'Specify the client: clients rotate <client id>'],
    [['clients', 'revoke', 'a', 'b'], 'Unexpected argument: b'],
    [['clients', 'delete'], 'Unknown command: clients delete'],
    [['migrate', 'now'], 'Unexpected argument: now'],
  ])('explains how to fix %j', async (args, message) => {
    const { code, errors } = await run(...args);
    expect(code).toBe(2);
    expect(errors).toContain(message);
    expect(errors).toContain('Usage: npm run tollgate -- ');
  });

  it('gets help', async () => {
    expect(await run('--help')).toMatchObject({
      code: 0,
      out: expect.stringContaining('clients create --tenant <name or id>'),
    });
    expect(await run()).toMatchObject({ code: 2 });
  });
});
