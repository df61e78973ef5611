import { afterAll } from 'vitest';
import { takeNewStatements } from './recorded-statements.ts';
import { routingFaults } from './routing.ts';
import { openSharedStore } from './stores.ts';

// Every statement that a store sends in any test must go to the node of its tenant; each is checked once per worker.
afterAll(async () => {
  const statements = takeNewStatements();
  if (statements.length === 0 || process.env.TEST_DATABASE_URL) return;
  const { database } = await openSharedStore();
  const faults: string[] = [];
  await database.withConnection(async (connection) => {
    for (const text of statements) {
      faults.push(...(await routingFaults(connection, text)).map((fault) => `${fault}\n${text}`));
    }
  });
  if (faults.length > 0) throw new Error(faults.join('\n\n'));
});
