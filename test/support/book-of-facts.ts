import type { BookFacts } from '../../src/domain/rate-book/fact-changes.ts';
import type { BundledBook } from '../../src/rates/book/files/book-files.ts';

// biome-ignore lint/suspicious/noExplicitAny: rows are written member by member
type Json = any;

/** The files with these facts, which can be loaded: the reverse of `factsOfVersion`, written independently. */
export function bookOfFacts(facts: BookFacts): BundledBook {
  const files = new Map<string, Record<string, Json>>();
  for (const [key, text] of facts) {
    const [name, part, ...about] = key.split(' ');
    if (part === 'boundaries') continue; // In the store.
    const file = files.get(name!) ?? {};
    files.set(name!, file);
    const value = JSON.parse(text);
    file[part!] = about.length === 0 ? value : [...(file[part!] ?? []), ...value];
  }
  const texts = new Map([...files].map(([name, file]) => [`${name}.json`, JSON.stringify(withSources(name, file))]));
  return { names: [...texts.keys()].sort(), text: (name) => texts.get(name)! };
}

/** With the sources in a list, and their index in the rows. */
function withSources(name: string, file: Record<string, Json>): Record<string, Json> {
  if (!name.startsWith('us/') && name !== 'us-exemption-reasons') return file;
  const sources: string[] = [];
  const isSource = (member: string) => member === 'source' || member === 'marketplaceSource';
  const indexOf = (source: string) => (sources.includes(source) ? sources.indexOf(source) : sources.push(source) - 1);
  const indexed = (value: Json): Json => {
    if (Array.isArray(value)) return value.map(indexed);
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(
      Object.entries(value).map(([member, one]) => [
        member,
        // The lists of a state name their own source.
        isSource(member) ? indexOf(one as string) : member === 'rateLists' ? one : indexed(one),
      ]),
    );
  };
  const parts = indexed(file);
  for (const row of parts.jurisdictions ?? []) for (const rate of row[8]) rate[3] = indexOf(rate[3]);
  for (const row of parts.cityDistricts ?? []) row[2] = indexOf(row[2]);
  return { ...parts, sources };
}
