import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../support/child.ts';

export type BuiltServer = { readonly url: string; readonly folder: string; stop(): Promise<void> };

/** The built product on an empty store; its first start creates the demo. */
export async function startBuiltServer(environment: Record<string, string> = {}): Promise<BuiltServer> {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-browser-'));
  const server = startChild('dist/main.js', [], { PORT: '0', DATA_DIR: folder, ...environment });
  const line = await server.errorLine(/"msg":"listening"/);
  return {
    url: String(JSON.parse(line).url),
    folder,
    stop: async () => {
      await server.end('SIGTERM');
      rmSync(folder, { recursive: true, force: true });
    },
  };
}
