import type { z } from 'zod';

type Raw = Partial<z.core.$ZodRawIssue> & { readonly code?: string | undefined };

export const missing = 'is required.';

/**
 * The sentence for an issue, without the name of the member: `must be text.` Custom sentences in the schemas, such as
 * `Must be a UUID.`, take precedence. Undefined if the issue needs different wording.
 */
export function predicateOf(issue: Raw): string | undefined {
  if (issue.input === undefined) return missing;
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${kinds[String(issue.expected)] ?? 'a value of another type'}.`;
    case 'invalid_value':
      return `must be ${oneOf((issue.values ?? []).map(String))}.`;
    case 'too_small':
      return `must ${boundOf(issue, Number(issue.minimum), 'least')}.`;
    case 'too_big':
      return `must ${boundOf(issue, Number(issue.maximum), 'most')}.`;
    case 'not_multiple_of':
      return `must be a multiple of ${issue.divisor}.`;
    case 'invalid_format':
      return formats[String(issue.format)] ?? 'does not match the documented format.';
    case 'invalid_union':
      return unionOf(issue.errors ?? []);
    case 'unrecognized_keys':
      return undefined;
    default:
      return 'is not an accepted value.';
  }
}

/** The full sentence about a member. */
export function sentenceAbout(name: string, said: string): string {
  return /^(?:must|may|cannot|is|has) /i.test(said) ? `${name} ${said[0]!.toLowerCase()}${said.slice(1)}` : said;
}

const kinds: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  int: 'a whole number',
  bigint: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
  record: 'an object',
  date: 'a day, such as 2026-07-01',
  null: 'null',
};

const formats: Readonly<Record<string, string>> = {
  uuid: 'must be a UUID.',
  guid: 'must be a UUID.',
  email: 'must be an email address.',
  url: 'must be a URL.',
  date: 'must be a calendar day, such as 2026-07-01.',
  datetime: 'must be a time, such as 2026-07-01T10:00:00Z.',
};

const units: Readonly<Record<string, readonly [one: string, several: string]>> = {
  string: ['character', 'characters'],
  array: ['entry', 'entries'],
  set: ['entry', 'entries'],
  map: ['entry', 'entries'],
  file: ['byte', 'bytes'],
};

function boundOf({ origin, inclusive, exact }: Raw, bound: number, end: 'least' | 'most'): string {
  const [one, several] = units[String(origin)] ?? [];
  if (one === undefined) {
    if (inclusive) return `be at ${end} ${bound}`;
    return end === 'least' ? `be more than ${bound}` : `be less than ${bound}`;
  }
  if (end === 'least' && bound === 1 && one === 'character') return 'not be empty';
  return `have ${exact ? 'exactly' : `at ${end}`} ${bound} ${bound === 1 ? one : several}`;
}

/** The accepted values of a union, if its issues are about the value itself. */
function unionOf(alternatives: readonly (readonly z.core.$ZodIssue[])[]): string {
  const parts = alternatives.flatMap(([first]) =>
    first?.path.length === 0 ? (/^must be (.+)\.$/i.exec(first.message)?.[1] ?? []) : [],
  );
  const isWhole = parts.length === alternatives.length && parts.length > 0;
  return isWhole ? `must be ${oneOf([...new Set(parts)])}.` : 'does not match the documented format.';
}

function oneOf(words: readonly string[]): string {
  return words.length < 2 ? words.join() : `${words.slice(0, -1).join(', ')} or ${words.at(-1)}`;
}
