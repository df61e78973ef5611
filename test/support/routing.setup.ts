import { afterAll } from 'vitest';
import { citusUrl } from './citus.ts';
import { nodeFaults } from './citus-routing.ts';
import { takeNewStatements } from './recorded-statements.ts';
import { routingFaults } from './routing.ts';
import { openSharedStore, openTestStore } from './stores.ts';

// Every statement that a store sends in any test must go to the node of its tenant; each is checked once per worker.
afterAll(async () => {
  const statements = takeNewStatements();
  if (statements.length === 0 || process.env.TEST_DATABASE_URL) return;
  const { database } = citusUrl ? await openTestStore() : await openSharedStore();
  const faults: string[] = [];
  await database.withConnection(async (connection) => {
    for (const statement of statements) {
      const found = citusUrl
        ? await nodeFaults(connection, statement)
        : await routingFaults(connection, statement.text);
      faults.push(...found.map((fault) => `${fault}\n${statement.text}`));
    }
  });
  if (faults.length > 0) throw new Error(faults.join('\n\n'));
});
