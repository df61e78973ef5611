import { field, type RecordOf, record } from './record.ts';

export const citation = record('Citation', 'A law or publication that is the source of a fact.', {
  title: field.text('Name of the law or publication.', {
    examples: ['Minnesota Department of Revenue, Clothing Sales'],
  }),
  url: field.optional(
    field.text('Where to read the law or publication.', {
      examples: ['https://www.revenue.state.mn.us/guide/clothing-sales'],
    }),
    'if unknown',
  ),
  readOn: field.optional(field.day('Day on which the source was read.'), 'if unknown'),
});
type Citation = RecordOf<typeof citation>;

/** A record that stores its sources as text; null or absent without sources. */
type Cited = { readonly source?: string | null | undefined };

/** The field `sources` of a record that stores its sources as text. */
export const citedSources = (words: string) =>
  field.derived(field.list(citation, 1, words), ({ source }: Cited) => citationsIn(source));

const known = new Map<string, readonly Citation[]>();
const mostKnown = 5_000;

/** Parses the citations in rate book text: `Title (https://…), read 2026-11-22`, separated by semicolons. */
export function citationsIn(source: string | null | undefined): readonly Citation[] {
  if (!source) return [];
  const before = known.get(source);
  if (before) return before;
  const citations = pieces(source).map(inReadersWords).flatMap(citationsOf);
  if (known.size >= mostKnown) known.clear();
  known.set(source, citations);
  return citations;
}

/** The rate book marks facts as "recalled" if no publication has confirmed them; readers see a plain phrase instead. */
export function inReadersWords(piece: string): string {
  if (piece === 'recalled') return 'Not confirmed in a publication';
  if (piece.startsWith('recalled: ')) return `${piece.slice('recalled: '.length)} (not confirmed in a publication)`;
  return piece.replaceAll(/\brecalled\b/g, 'not confirmed in a publication').replace(/^dates /, 'Dates ');
}

/** A semicolon in parentheses, or without a space after it, as in a URL, does not separate citations. */
function pieces(source: string): string[] {
  const found: string[] = [];
  let [start, depth] = [0, 0];
  for (let index = 0; index < source.length; index += 1) {
    if (source[index] === '(') depth += 1;
    if (source[index] === ')') depth = Math.max(0, depth - 1);
    if (source[index] !== ';' || depth > 0 || source[index + 1] !== ' ') continue;
    found.push(source.slice(start, index));
    start = index + 1;
  }
  return [...found, source.slice(start)].map((piece) => piece.trim()).filter((piece) => piece !== '');
}

/** One citation per URL in the piece, or a single citation without a URL. */
function citationsOf(piece: string): Citation[] {
  const readOn = /,? read (?:on )?(\d{4}-\d{2}-\d{2})/.exec(piece);
  const text = readOn ? piece.replace(readOn[0], '') : piece;
  const urls: readonly (string | null)[] = text.match(/https?:\/\/[^\s);]*[^\s);,.:]/g) ?? [null];
  const title = tidied(urls.reduce<string>((rest, url) => (url === null ? rest : rest.replace(url, ' ')), text));
  return urls.map((url) => ({ title: title || (url ?? piece), url, readOn: readOn?.[1] ?? null }));
}

/** The title without empty parentheses and separators left over from a removed URL. */
function tidied(title: string): string {
  return title
    .replace(/[\s,;:]*([,;:])(?=\s|$)/g, '$1')
    .replace(/\([\s,;:]+/g, '(')
    .replace(/[\s,;:]+\)/g, ')')
    .replace(/\(\)/g, '')
    .replace(/\s+/g, ' ')
    .replace(/\s+([,;:.])(?=\s|$)/g, '$1')
    .replace(/^[\s,;:]+|[\s,;:]+\.?$/g, '');
}
