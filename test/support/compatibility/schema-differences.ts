import { isPlainObject } from '../../../src/domain/base/plain-object.ts';
import { type Json, recordOf } from '../openapi.ts';
import { covers, type Find, listOf, nameOf, resolve, type Variant, variantsOf } from './schema-variants.ts';
import { limitDifferences, valueDifferences } from './value-differences.ts';

/** The position and direction of a value: clients send requests, the gateway sends responses and webhook events. */
export type Site = {
  readonly direction: 'request' | 'response';
  /** Such as "the body of PUT /v1/customers". */
  readonly place: string;
  /** The path of a member, such as `items[].name`; empty for the whole value. */
  readonly path: string;
};

export const saying = ({ place, path }: Site, what: string): string =>
  `In ${place}, ${path === '' ? 'the whole value' : `\`${path}\``} ${what}.`;

/** Compares schemas of a released document with those of the current one. */
export class SchemaComparison {
  readonly #was: Find;
  readonly #is: Find;
  /** Named schemas are compared once, under their own name, however many operations share them. */
  readonly #named = new Map<string, Site & { readonly name: string }>();
  /** Pairs of differently named schemas being compared; they may be recursive. */
  readonly #open = new Set<string>();

  constructor(was: Find, is: Find) {
    this.#was = was;
    this.#is = is;
  }

  /** The differences of all named schemas found so far. */
  ofNamed(): string[] {
    // Comparing one may add the schemas it refers to; iterating a Map includes added entries.
    return [...this.#namedInTurn()];
  }

  *#namedInTurn() {
    for (const { name, ...site } of this.#named.values()) {
      const reference = `#/components/schemas/${name}`;
      yield* this.#ofVariants(site, resolve(this.#was(reference), this.#was), resolve(this.#is(reference), this.#is));
    }
  }

  of(site: Site, was: Json, is: Json): string[] {
    const name = nameOf(was);
    if (name !== null && name === nameOf(is)) return this.#later(site, name);
    return this.#ofVariants(site, was, is);
  }

  #later({ direction }: Site, name: string): string[] {
    const place = `${direction}s with the schema ${name}`;
    this.#named.set(`${direction} ${name}`, { direction, place, path: '', name });
    return [];
  }

  /** Values accepted before must still be accepted; values returned now must have been possible before. */
  #ofVariants(site: Site, wasSchema: Json, isSchema: Json): string[] {
    const was = variantsOf(wasSchema, this.#was);
    const is = variantsOf(isSchema, this.#is);
    const found =
      site.direction === 'request'
        ? was.flatMap((one) => {
            const others = is.filter(({ type }) => covers(type, one.type));
            if (others.length === 0) return saying(site, `no longer accepts ${asWords(one.type)}`);
            return fewest(others.map((other) => this.#ofPair(site, one, other)));
          })
        : is.flatMap((one) => {
            const others = was.filter(({ type }) => covers(type, one.type));
            if (others.length === 0) return saying(site, `can now be ${asWords(one.type)}`);
            return fewest(others.map((other) => this.#ofPair(site, other, one)));
          });
    return [...new Set([...found, ...this.#lostForms(site, was, is)])];
  }

  /** A response with several alternative objects must keep all of them. */
  #lostForms(site: Site, was: readonly Variant[], is: readonly Variant[]): string[] {
    const forms = was.filter(({ type }) => type === 'object');
    if (site.direction === 'request' || forms.length < 2) return [];
    const others = is.filter(({ type }) => type === 'object');
    return forms.flatMap((form) => fewest(others.map((other) => this.#ofPair(site, form, other))));
  }

  #ofPair(site: Site, was: Variant, is: Variant): string[] {
    if (was.name === null || is.name === null) return this.#ofForms(site, was, is);
    if (was.name === is.name) return this.#later(site, was.name);
    const names = `${site.direction} ${was.name} ${is.name}`;
    if (this.#open.has(names)) return [];
    this.#open.add(names);
    const found = this.#ofForms(site, was, is);
    this.#open.delete(names);
    return found;
  }

  #ofForms(site: Site, was: Variant, is: Variant): string[] {
    // If any type was or is allowed, there is nothing more to compare.
    if (was.type === null || is.type === null) return [];
    const own = [
      ...valueDifferences(site.direction, was.schema, is.schema),
      ...limitDifferences(site.direction, was.schema, is.schema),
    ].map((what) => saying(site, what));
    if (was.type === 'array') return [...own, ...this.#ofEntries(site, was.schema, is.schema)];
    return was.type === 'object' ? [...own, ...this.#ofMembers(site, was.schema, is.schema)] : own;
  }

  #ofEntries(site: Site, was: Json, is: Json): string[] {
    return this.of({ ...site, path: `${site.path}[]` }, recordOf(was.items), recordOf(is.items));
  }

  #ofMembers(site: Site, was: Json, is: Json): string[] {
    const members = recordOf(was.properties);
    const current = recordOf(is.properties);
    const added = Object.keys(current).filter((name) => !(name in members) && site.direction === 'request');
    return [
      ...Object.entries(members).flatMap(([name, member]) => {
        const here = memberOf(site, name);
        if (!(name in current)) return saying(here, `${recordOf(member).deprecated ? '(deprecated) ' : ''}is gone`);
        const [earlier, later] = [recordOf(member), recordOf(current[name])];
        return [
          ...requirement(here, isIn(was.required, name), isIn(is.required, name)),
          ...(site.direction === 'request' ? defaultDifferences(here, earlier, later) : []),
          ...this.of(here, earlier, later),
        ];
      }),
      ...added.flatMap((name) => requirement(memberOf(site, name), false, isIn(is.required, name))),
      ...this.#ofOtherMembers(site, was, is),
    ];
  }

  /** Members of any name, as in a map, and the constraints on their names. */
  #ofOtherMembers(site: Site, was: Json, is: Json): string[] {
    const here = memberOf(site, '*');
    const [earlier, later] = [was.additionalProperties, is.additionalProperties];
    const names = this.of(memberOf(site, '(names)'), named(was.propertyNames), named(is.propertyNames));
    if (isPlainObject(earlier) && isPlainObject(later)) return [...names, ...this.of(here, earlier, later)];
    if (isPlainObject(earlier) && (site.direction === 'response' || later === false)) return [saying(here, 'is gone')];
    if (site.direction === 'response' || earlier === false || later === undefined || later === true) return names;
    return [saying(here, later === false ? 'is no longer accepted' : 'no longer accepts any value')];
  }
}

const named = (names: unknown): Json => ({ type: 'string', ...recordOf(names) });

const memberOf = (site: Site, name: string): Site => ({
  ...site,
  path: site.path === '' ? name : `${site.path}.${name}`,
});

const isIn = (list: unknown, name: string) => listOf(list).includes(name);

/** Whether a member, parameter or body must now be sent, or may now be missing. */
export function requirement(site: Site, was: boolean, is: boolean): string[] {
  if (site.direction === 'request') return is && !was ? [saying(site, 'is now required')] : [];
  return was && !is ? [saying(site, 'can now be absent')] : [];
}

/** A default is a keyword or a sentence in the description, because generators make members with the keyword required. */
export function defaultDifferences(site: Site, was: Json, is: Json): string[] {
  const [earlier, later] = [defaultOf(was), defaultOf(is)];
  if (earlier === null || earlier === later) return [];
  return [
    saying(site, later === null ? `no longer has the default ${earlier}` : `has the default ${later}, not ${earlier}`),
  ];
}

function defaultOf(schema: Json): string | null {
  if (schema.default !== undefined) return JSON.stringify(schema.default).replaceAll('"', '');
  return /\bDefault: (.+?)\.(?=\s|$)/.exec(String(schema.description ?? ''))?.[1] ?? null;
}

const asWords = (type: string | null) => (type === null ? 'any value' : type === 'null' ? 'null' : typeWords[type]);

const typeWords: Readonly<Record<string, string>> = {
  string: 'a string',
  number: 'a number',
  integer: 'an integer',
  boolean: 'a boolean',
  array: 'an array',
  object: 'an object',
};

function fewest(all: readonly string[][]): string[] {
  return all.toSorted((one, other) => one.length - other.length)[0] ?? [];
}
