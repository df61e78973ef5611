import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';

/** A new directory that is removed after the test. */
export function aDirectory(): string {
  const directory = mkdtempSync(join(tmpdir(), 'tollgate-'));
  onTestFinished(() => rmSync(directory, { recursive: true, force: true }));
  return directory;
}
