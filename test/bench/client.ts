import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { builtCli } from './built.ts';

export type Credentials = { readonly clientId: string; readonly clientSecret: string };

/** A client with all scopes and its own tenant, created with the operator's commands. */
export async function createClient(store: Record<string, string>): Promise<Credentials> {
  const args = [builtCli, 'clients', 'create', '--tenant', 'Bench', '--scopes', 'all'];
  const { stdout } = await promisify(execFile)(process.execPath, args, {
    env: { PATH: process.env.PATH ?? '', ...store },
    timeout: 60_000,
  });
  const read = (label: string) => new RegExp(`^${label} +(\\S+)$`, 'm').exec(stdout)?.[1];
  const clientId = read('client id');
  const clientSecret = read('client secret');
  if (!clientId || !clientSecret) throw new Error('The command showed no client id and secret.');
  return { clientId, clientSecret };
}
