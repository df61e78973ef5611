import { chmodSync, existsSync, lstatSync, mkdirSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { isMainThread } from 'node:worker_threads';

/*
 * Only the owner may read the embedded store: it contains personal data and, unless the operator keeps it elsewhere,
 * the key that signs tokens. Windows has no such permissions; inherited permissions apply there.
 */

export type PrivateDirectory = {
  /** Whether others could read the keys in the store. If so, the keys must be replaced. */
  readonly areKeysExposed: boolean;
  /** To be called after the keys have been replaced. */
  keysReplaced(): void;
  readonly warnings: readonly string[];
};

const hasOwners = process.platform !== 'win32';
const ownerOnly = 0o700;
const forOthers = 0o077;
const mayBeEntered = 0o011;

/** Fails immediately, before anything is written, if the store belongs to another user of this machine. */
export function requireOwnStore(directory: string): void {
  if (!hasOwners || !existsSync(directory)) return;
  const self = process.getuid!();
  const { uid } = statSync(directory);
  // A directory that belongs to root is allowed, because container volumes often do.
  const isForeign = uid !== self && uid !== 0 && self !== 0;
  const owner = isForeign ? uid : ownerOfStore(directory);
  if (owner === null || owner === self) return;
  throw new Error(
    `The data directory ${directory} belongs to user ${owner}, but this process runs as user ${self}. Run it as user ${owner}.`,
  );
}

function ownerOfStore(directory: string): number | null {
  return statSync(join(directory, 'pg'), { throwIfNoEntry: false })?.uid ?? null;
}

/** Restricts the directory, and files created later, to its owner. */
export function makePrivate(directory: string): PrivateDirectory {
  if (hasOwners && isMainThread) process.umask(forOthers);
  mkdirSync(directory, { recursive: true, mode: ownerOnly });
  const mark = join(directory, 'keys-exposed');
  const done = { areKeysExposed: false, keysReplaced: () => {}, warnings: [] };
  if (!hasOwners) return done;
  const wasOpen = (statSync(directory).mode & mayBeEntered) !== 0 && existsSync(join(directory, 'pg'));
  try {
    closeDirectory(directory);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    return { ...done, warnings: [`${stillOpen(directory)} ${reason}`] };
  }
  // A file system without permissions accepts the call and ignores it. Replacing the keys at each start would not help
  // there.
  if ((statSync(directory).mode & mayBeEntered) !== 0) return { ...done, warnings: [stillOpen(directory)] };
  // The mark remains until the keys are replaced, even if this process ends first or another process has the store
  // open.
  if (wasOpen) writeFileSync(mark, '');
  if (!existsSync(mark)) return done;
  const keysReplaced = () => rmSync(mark, { force: true });
  return { areKeysExposed: true, keysReplaced, warnings: [wasOpenText(directory)] };
}

function closeDirectory(directory: string): void {
  if ((statSync(directory).mode & forOthers) !== 0) chmodSync(directory, ownerOnly);
}

/**
 * Restricts the files in the directory, because a new store is unpacked with files that anyone may write to. Links are
 * skipped, because they may lead elsewhere.
 */
export function closeFiles(directory: string): void {
  if (!hasOwners) return;
  for (const entry of readdirSync(directory, { withFileTypes: true })) {
    const path = join(directory, entry.name);
    const found = entry.isSymbolicLink() ? undefined : lstatSync(path, { throwIfNoEntry: false });
    if (!found) continue;
    if ((found.mode & forOthers) !== 0 && found.uid === process.getuid!()) chmodSync(path, found.mode & ownerOnly);
    if (found.isDirectory()) closeFiles(path);
  }
}

/** Recreates the directory for command requests. Called by the process that has the store open. */
export function makeChannel(folder: string): void {
  rmSync(folder, { recursive: true, force: true });
  mkdirSync(folder, { mode: ownerOnly });
}

function wasOpenText(directory: string): string {
  return (
    'Other users of this machine had access to the data directory ' +
    `${directory}. It is now restricted to its owner. If it contained a key that signs tokens, the key is replaced: all tokens become invalid, and clients must request new ones. SIGNING_KEY is never stored there. If you do not trust these users, also rotate the webhook secrets.`
  );
}

function stillOpen(directory: string): string {
  return (
    'The permissions of the data directory ' +
    `${directory} cannot be set, so other users of this machine may be able to read the store and its keys. Set DATA_DIR to a private subdirectory, or set KEY_ENCRYPTION_KEY.`
  );
}
