import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  interface ProvidedContext {
    /** The folder where the first worker that needs the demo year stores it for all. */
    yearFolder: string;
  }
}

export function setup(project: TestProject): () => void {
  const folder = mkdtempSync(join(tmpdir(), 'tollgate-year-'));
  project.provide('yearFolder', folder);
  return () => rmSync(folder, { recursive: true, force: true });
}
