import { asList, asOneOf, asText } from './json-file.ts';

/** The kind of a source, as stated in the data for each source; it is never inferred from the text. */
export const sourceKinds = {
  LAW: 'a statute, a regulation or a directive',
  AUTHORITY: 'a publication of a tax authority or a government',
  COMMISSION_LIST: 'the European Commission’s Taxes in Europe Database',
  SEVERAL_SOURCES: 'two or more independent publications',
  ONE_LIST: 'one unofficial compilation of facts',
  ONE_PAGE: 'one unofficial publication',
  MEMORY: 'written from memory',
} as const;
export type SourceKind = keyof typeof sourceKinds;

/** `kind` is null for imported sources, and in rate books from releases without source kinds. */
export type Source = { readonly name: string; readonly kind: SourceKind | null };

const kinds = Object.keys(sourceKinds) as SourceKind[];

/** In the data, a source is `[kind, name]` or only the name. */
export function asSource(value: unknown, where: string): Source {
  if (typeof value === 'string') return { name: value, kind: null };
  const [kind, name] = asList(value, where);
  return { name: asText(name, where), kind: asOneOf(kinds, kind, where) };
}

export function asSources(value: unknown, where: string): readonly Source[] {
  return value === undefined ? [] : asList(value, where).map((one) => asSource(one, where));
}
