import { execFileSync } from 'node:child_process';

export type ReleasedSchema =
  | { readonly kind: 'found'; readonly base: string; readonly text: string }
  | { readonly kind: 'missing'; readonly why: string };

/** The schema that clients have: that of the commit named, else of the last release, a tag before this commit. */
export function findReleasedSchema(directory: string, named?: string): ReleasedSchema {
  const git = (...words: string[]): string | null => {
    try {
      return execFileSync('git', words, { cwd: directory, encoding: 'utf8', stdio: ['ignore', 'pipe', 'ignore'] });
    } catch {
      return null;
    }
  };
  const base = named ?? git('describe', '--tags', '--abbrev=0', 'HEAD^')?.trim();
  if (base === undefined) return { kind: 'missing', why: 'nothing was released yet' };
  if (git('rev-parse', '--verify', '--quiet', `${base}^{commit}`) === null) {
    return { kind: 'missing', why: `this clone has no commit ${base}` };
  }
  const text = git('show', `${base}:schema.graphql`);
  return text === null ? { kind: 'missing', why: `${base} has no schema.graphql` } : { kind: 'found', base, text };
}
