import { execFile } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import { join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { promisify } from 'node:util';
import { build } from 'rolldown';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { scopes } from '../../../src/domain/account/scope.ts';
import { startApp, type TestApp } from '../../support/app.ts';
import { createClient } from '../../support/clients.ts';
import { document, openapiDocument } from '../../support/openapi.ts';
import { generators } from './generators.ts';
import { programs } from './programs.ts';

const documents = { whole: document, 'without-examples': openapiDocument({ origin: null, hasExamples: false }) };
const made = Object.entries(documents).flatMap(([form, content]) =>
  Object.entries(generators).map(([name, generate]) => ({ at: join(form, name), content, name, generate })),
);

const root = fileURLToPath(new URL('../../../', import.meta.url));
let app: TestApp;
let server: Server;
let origin: string;
let folder: string;

beforeAll(async () => {
  app = await startApp();
  server = createServer(app.listener);
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening));
  const address = server.address();
  origin = `http://127.0.0.1:${typeof address === 'object' ? address?.port : address}`;

  const cache = join(root, 'test/clients/node_modules/.cache');
  mkdirSync(cache, { recursive: true });
  folder = mkdtempSync(join(cache, 'tollgate-clients-'));
  for (const { at, content, name, generate } of made) {
    const target = join(folder, at);
    mkdirSync(target, { recursive: true });
    const text = join(target, 'openapi.json');
    writeFileSync(text, JSON.stringify(content));
    await generate(text, target);
    writeFileSync(join(target, 'program.ts'), programs[name] ?? '');
  }
});
afterAll(async () => {
  server.close();
  server.closeAllConnections();
  rmSync(folder, { recursive: true, force: true });
  await app.close();
});

it('the clients of three generators compile strictly', async () => {
  const compilerOptions = {
    target: 'es2023',
    module: 'esnext',
    moduleResolution: 'bundler',
    noEmit: true,
    strict: true,
    noUncheckedIndexedAccess: true,
    skipLibCheck: true,
    lib: ['es2023', 'dom'],
    types: [],
  };
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions }));
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const outcome = await promisify(execFile)(process.execPath, [compiler, '-p', folder]).catch((error) => error);
  expect({ code: outcome.code ?? 0, output: outcome.stdout }).toEqual({ code: 0, output: '' });
});

it.each(made)('a client of $at sells, lists and reads errors', async ({ at }) => {
  const owner = { tenantId: app.tenant.tenantId, name: at, scopes };
  const { client, clientSecret } = await createClient(app.stores, owner, new Date());
  const file = join(folder, at, 'program.mjs');
  await build({ input: join(folder, at, 'program.ts'), output: { file }, platform: 'node', logLevel: 'silent' });
  const { sell } = await import(/* @vite-ignore */ pathToFileURL(file).href);
  expect(await sell(origin, { clientId: client.clientId, clientSecret })).toEqual({
    // 9.025 % of 200.
    tax: 18.05,
    jurisdictions: [
      'Minnesota',
      'Hennepin County',
      'Minneapolis',
      'Hennepin County Transit Sales and Use Tax',
      'Metro Area Transportation Sales and Use Tax',
      'Metro Area Sales and Use Tax for Housing',
    ],
    listed: ['INV-1'],
    missing: 'NOT_FOUND',
  });
});
