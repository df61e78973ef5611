import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { open, rm } from 'node:fs/promises';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGunzip, createGzip } from 'node:zlib';
import type { ArchiveEnd } from '../domain/archive/archive-form.ts';
import { formatCount } from '../domain/base/words.ts';
import { readLines } from '../files/csv/lines.ts';
import { importTenant, restoreStore } from '../usecases/archive/read-archive.ts';
import { backUpStore, exportTenant, type WriteText } from '../usecases/archive/write-archive.ts';
import { argumentsOf, type Command, onlyArgument, optionsOf, UsageError } from './command.ts';
import { tenantNamed } from './tenants.ts';
import { requireWholeTotals } from './verify-totals.ts';

const exportTenantCommand: Command = {
  name: 'export',
  usage: '--tenant <name or id> [--out <file>]',
  summary: 'writes all records of a tenant to a file (.jsonl, or .jsonl.gz to compress), for import into another store',

  async run(args, terminal) {
    const { tenant: wanted, out } = optionsOf(args, { tenant: { type: 'string' }, out: { type: 'string' } });
    if (!wanted?.trim()) throw new UsageError('Specify the tenant: --tenant <name or id>');
    const stores = await terminal.openStoresToRead();
    const { tenantId, name } = await tenantNamed(stores, wanted.trim());
    const path = out ?? `tollgate-${tenantId}.jsonl.gz`;
    const end = await writeArchiveFile(path, (write) => exportTenant(stores, tenantId, terminal.now(), write));
    terminal.print(`${name}  ${tenantId}  exported to ${path}: ${archiveText(end)}`);
  },
};

const importTenantCommand: Command = {
  name: 'import',
  usage: '<file> [--as <new id>] [--without-connections]',
  summary:
    'stores the tenant from an export file with all its records; --as stores it under another id, such as a copy next to the original; --without-connections omits clients and webhook endpoints',

  async run(args, terminal) {
    const { positionals, values } = argumentsOf(args, {
      as: { type: 'string' },
      'without-connections': { type: 'boolean' },
    });
    const path = onlyArgument(positionals, 'the file to import');
    const stores = await terminal.openStores();
    const wanted = { as: values.as?.trim().toLowerCase() ?? null, withConnections: !values['without-connections'] };
    const { tenantId, end } = await importTenant(stores, readArchiveFile(path), wanted);
    await requireWholeTotals(stores, terminal, { tenants: [tenantId] });
    terminal.print(`${tenantId} imported: ${archiveText(end)}`);
    const tenant = await stores.tenants.find(tenantId);
    if (tenant?.kind === 'TEST') terminal.print('This is a test tenant. For real sales, create another tenant.');
    terminal.print(`To check its audit trail: ${terminal.program} audit verify --tenant ${tenantId}`);
  },
};

const backUpCommand: Command = {
  name: 'backup',
  usage: '[--out <file>]',
  summary:
    'writes the whole store to a file (.jsonl, or .jsonl.gz to compress): all tenants, keys and rates; an embedded store may be in use',

  async run(args, terminal) {
    const { out } = optionsOf(args, { out: { type: 'string' } });
    const stores = await terminal.openStoresToRead();
    const now = terminal.now();
    const path = out ?? `tollgate-${now.toISOString().replace(/\D/g, '').slice(0, 14)}.jsonl.gz`;
    const end = await writeArchiveFile(path, (write) => backUpStore(stores, now, write));
    terminal.print(`Written to ${path}: ${archiveText(end)}`);
  },
};

const restoreCommand: Command = {
  name: 'restore',
  usage: '<file>',
  summary: 'restores a backup into an empty store, embedded or on a server',

  async run(args, terminal) {
    const path = onlyArgument(args, 'the backup');
    const stores = await terminal.openStores();
    const end = await restoreStore(stores, readArchiveFile(path));
    await requireWholeTotals(stores, terminal);
    terminal.print(`Restored: ${archiveText(end)}`);
  },
};

/** Readable only by its owner, because it contains personal data and hashes of secrets. */
const mode = 0o600;

/**
 * Writes a new file, compressed if its name ends in `.gz`. Never replaces an existing file, and removes the new file if
 * writing it fails.
 */
async function writeArchiveFile<T>(path: string, work: (write: WriteText) => Promise<T>): Promise<T> {
  const input = path.endsWith('.gz') ? createGzip() : new PassThrough();
  const file = createWriteStream(path, { flags: 'wx', mode, flush: true });
  await once(file, 'open');
  const written = pipeline(input, file);
  written.catch(() => {}); // The error is reported by the next write, or at the end.
  try {
    const result = await work(async (text) => {
      if (!input.write(text)) await Promise.race([once(input, 'drain'), written]);
    });
    input.end();
    await written;
    return result;
  } catch (error) {
    input.destroy();
    await written.catch(() => {});
    await rm(path, { force: true });
    throw error;
  }
}

/** Longer than any line in an archive. */
const longestLine = 128 * 1024 * 1024;

/** The lines of an archive, compressed or not. */
export async function* readArchiveFile(path: string): AsyncGenerator<Uint8Array, void, void> {
  const isCompressed = await startsAsGzip(path);
  const file = createReadStream(path);
  if (!isCompressed) {
    yield* readLines(file, longestLine);
    return;
  }
  const unpacked = createGunzip();
  const read = pipeline(file, unpacked);
  read.catch(() => {}); // The error is reported by `readLines`.
  try {
    yield* readLines(unpacked, longestLine);
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && String(error.code).startsWith('Z_'))) throw error;
    throw new Error(`${path} is damaged or incomplete: ${error.message}. Nothing was stored.`);
  }
}

async function startsAsGzip(path: string): Promise<boolean> {
  const file = await open(path);
  try {
    const { buffer } = await file.read(Buffer.alloc(2), 0, 2, 0);
    return buffer[0] === 0x1f && buffer[1] === 0x8b;
  } finally {
    await file.close();
  }
}

/** A summary of an archive for the operator, such as `1,024 records, SHA-256 9f86…`. */
function archiveText({ end: { records, sha256 } }: ArchiveEnd): string {
  const count = Object.values(records).reduce((sum, ofTable) => sum + ofTable, 0);
  return `${formatCount(count, 'record')}, SHA-256 ${sha256}`;
}

export const archiveCommands = [exportTenantCommand, importTenantCommand, backUpCommand, restoreCommand];
