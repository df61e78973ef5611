import { readFileSync } from 'node:fs';
import type { ErrorCode, Issue } from '../../domain/base/errors.ts';

/** Documentation of an error in addition to its title: its meaning, fix and example. */
type ErrorGuide = {
  readonly meaning: string;
  readonly remedy: string;
  readonly example: string;
  /** The issues in the example. */
  readonly issues?: readonly Issue[];
};

/** A section of `error-guide.md`. The file is read at run time, so a build must copy it. */
const section = /^## (.+)\n\n(.+)\n\n\*\*Fix:\*\* (.+)\n\n> (.+)\n(?:\n```json\n([^`]+)```\n)?/gm;

const text = readFileSync(new URL('./error-guide.md', import.meta.url), 'utf8');
export const errorGuides: ReadonlyMap<string, ErrorGuide> = new Map(
  [...text.matchAll(section)].map(([, code = '', meaning = '', remedy = '', example = '', issues]) => [
    code,
    { meaning, remedy, example, ...(issues !== undefined && { issues: JSON.parse(issues) }) },
  ]),
);

export function errorGuideOf(code: ErrorCode): ErrorGuide {
  const guide = errorGuides.get(code);
  if (!guide) throw new Error(`error-guide.md has no section ${code}.`);
  return guide;
}
