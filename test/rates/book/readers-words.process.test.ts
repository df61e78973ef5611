import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { citationsIn } from '../../../src/domain/base/citation.ts';
import { doubtOf } from '../../../src/rates/book/rules/evidence.ts';

/**
 * Words of those who compile the rate book: they describe how a fact was collected, instead of the uncertainty and the
 * fix.
 */
const workshop =
  /\brecalled\b|unverified|\bsources? (?:differ|disagree|read|say|speak|give)|compiled (?:list|source)|no source was|alone says so/i;
/** In the rate book, these too. */
const reading = /\bwas(?: not)? (?:read|looked up)\b/i;

const root = join(import.meta.dirname, '../../..');

const filesIn = (folder: string, endings: RegExp) =>
  readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
    .filter((name) => endings.test(name) && !/generated|citation\.ts$|evidence\.ts$/.test(name))
    .map((name) => join(folder, name));
const textOf = (file: string) => readFileSync(join(root, file), 'utf8');
const withoutComments = (code: string) => code.replaceAll(/\/\*[\s\S]*?\*\/|(?<!:)\/\/.*$/gm, '');
const faultsIn = (texts: readonly string[]) => texts.filter((text) => workshop.test(text));

/**
 * Every text of the rate book. Descriptions of its own files, in `meaning` and the names of columns, are never shown.
 */
function textsOf(value: unknown, key = ''): string[] {
  if (typeof value === 'string') return [value];
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inner]) =>
    /^meaning$|columns$/i.test(name) ? [] : textsOf(inner, Array.isArray(value) ? key : name),
  );
}

describe('what customers read has no word of the workshop', () => {
  it('in a text of the rate book, as it is shown', () => {
    const texts = filesIn('src/rates/book/data', /\.json$/).flatMap((file) => textsOf(JSON.parse(textOf(file))));
    expect(texts.length).toBeGreaterThan(50_000);
    // Sources are shown as citations, in which the mark of unconfirmed ones is a phrase.
    const shown = texts.flatMap((text) =>
      /\brecalled\b/.test(text) ? citationsIn(text).map(({ title }) => title) : [text],
    );
    expect([...faultsIn(shown), ...shown.filter((text) => reading.test(text))]).toEqual([]);
  });

  it('in an uncertainty that comes only from the source', () => {
    const doubts = (['MEMORY', 'ONE_PAGE', 'ONE_LIST'] as const).map(doubtOf);
    expect(doubts).toEqual([
      'no publication confirms it; check it with the tax authority',
      'only one unofficial publication confirms it; check it with the tax authority',
      'only one unofficial list confirms it; check it with the tax authority',
    ]);
    expect(faultsIn(doubts.map(String))).toEqual([]);
  });

  it.each([
    ['the examples of GraphiQL', filesIn('src/graphql/graphiql/examples', /\.(?:graphql|json)$/)],
    ['the examples of REST', filesIn('src/rest/openapi/examples', /\.json$/)],
    [
      'the guides',
      ['src/rest', 'src/usecases', 'src/adapters/webhooks', 'src/graphql'].flatMap((folder) =>
        filesIn(folder, /(?<!README)\.md$/),
      ),
    ],
    ['the console', filesIn('src/web/console/texts', /\.ts$/)],
    ['notices', ['src/usecases', 'src/domain'].flatMap((folder) => filesIn(folder, /\.ts$/))],
    ['notices of the rate book', filesIn('src/rates/book', /\.ts$/)],
  ])('in %s', (_what, files) => {
    expect(files.length).toBeGreaterThan(5);
    const texts = files.flatMap((file) =>
      (file.endsWith('.ts') ? withoutComments(textOf(file)) : textOf(file)).split('\n'),
    );
    expect(faultsIn(texts)).toEqual([]);
  });
});
