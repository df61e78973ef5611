import { runCommand } from '../../src/cli/run-command.ts';

type Credentials = { readonly clientId: string; readonly clientSecret: string };

/** Creates a client with the operator's command, which also migrates the database. `options` are additional options. */
export async function createClientOn(database: string, ...options: string[]): Promise<Credentials> {
  const printed: string[] = [];
  const print = (line: string) => printed.push(line);
  const code = await runCommand({
    args: ['clients', 'create', '--tenant', 'Prairie Books', '--scopes', 'all', ...options],
    environment: { DATABASE_URL: database },
    print,
    printError: print,
  });
  const wordAfter = (label: string) => printed.find((line) => line.startsWith(label))?.split(/\s+/)[2];
  const [clientId, clientSecret] = [wordAfter('client id'), wordAfter('client secret')];
  if (code !== 0 || !clientId || !clientSecret) throw new Error(printed.join('\n'));
  return { clientId, clientSecret };
}

export async function tokenFrom(url: string, credentials: Credentials): Promise<string> {
  const response = await fetch(`${url}/v1/token`, {
    method: 'POST',
    headers: { 'Content-Type': 'application/json' },
    body: JSON.stringify(credentials),
  });
  const { accessToken } = (await response.json()) as { accessToken: string };
  return accessToken;
}
