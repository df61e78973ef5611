import { type Json, recordOf } from '../openapi.ts';
import { defaultDifferences, requirement, type SchemaComparison, type Site, saying } from './schema-differences.ts';
import { findIn, listOf, resolve } from './schema-variants.ts';

/** An operation, called by clients; or a webhook, called by the gateway, whose body clients receive. */
type Called = { readonly name: string; readonly sender: 'client' | 'gateway' };

type Documents = { readonly was: Json; readonly is: Json; readonly schemas: SchemaComparison };

/** Compares operations of a released document with the current ones, except the content of named schemas. */
export class OperationComparison {
  readonly #documents: Documents;

  constructor(documents: Documents) {
    this.#documents = documents;
  }

  of(called: Called, was: Json, is: Json): string[] {
    const lostTags = listOf(was.tags).filter((tag) => !listOf(is.tags).includes(tag));
    return [
      ...(was.operationId === is.operationId
        ? []
        : [`In ${called.name}, the operationId is ${is.operationId}, not ${was.operationId}.`]),
      ...lostTags.map((tag) => `In ${called.name}, the tag ${tag} is gone.`),
      ...this.#security(called, was.security, is.security),
      ...this.#parameters(called, was.parameters, is.parameters),
      ...this.#body(called, was.requestBody, is.requestBody),
      ...this.#responses(called, was.responses, is.responses),
    ];
  }

  /** Every previous way to call the operation must still be sufficient. */
  #security({ name }: Called, wasOwn: unknown, isOwn: unknown): string[] {
    const { was, is } = this.#documents;
    const [before, after] = [waysOf(wasOwn ?? was.security), waysOf(isOwn ?? is.security)];
    return before.flatMap((way) => {
      const isEnough = (needed: Json) =>
        Object.entries(needed).every(
          ([scheme, scopes]) => scheme in way && listOf(scopes).every((scope) => listOf(way[scheme]).includes(scope)),
        );
      if (after.some(isEnough)) return [];
      const schemes = Object.keys(way);
      if (schemes.length === 0) return `In ${name}, a token is now required.`;
      const alike = after.find((needed) => Object.keys(needed).every((scheme) => scheme in way));
      if (!alike) return `In ${name}, ${schemes.join(' and ')} is no longer enough.`;
      return Object.entries(alike).flatMap(([scheme, scopes]) =>
        listOf(scopes)
          .filter((scope) => !listOf(way[scheme]).includes(scope))
          .map((scope) => `In ${name}, the scope ${scope} is now required.`),
      );
    });
  }

  #parameters({ name, sender }: Called, wasList: unknown, isList: unknown): string[] {
    const before = parametersOf(wasList, findIn(this.#documents.was));
    const after = parametersOf(isList, findIn(this.#documents.is));
    const siteOf = ({ in: where, name: parameter }: Json): Site => ({
      direction: sender === 'client' ? 'request' : 'response',
      place: `${placeWords[String(where)] ?? where} of ${name}`,
      path: String(parameter),
    });
    const added = [...after].filter(([key]) => sender === 'client' && !before.has(key));
    return [
      ...[...before].flatMap(([key, was]) => {
        const is = after.get(key);
        const site = siteOf(was);
        if (!is) return saying(site, `${was.deprecated ? '(deprecated) ' : ''}is gone`);
        return [
          ...requirement(site, was.required === true, is.required === true),
          ...(styleOf(was) === styleOf(is) ? [] : [saying(site, `is written as ${styleOf(is)}, not ${styleOf(was)}`)]),
          ...defaultDifferences(site, withDescription(was), withDescription(is)),
          ...this.#documents.schemas.of(site, recordOf(was.schema), recordOf(is.schema)),
        ];
      }),
      ...added.flatMap(([, is]) => requirement(siteOf(is), false, is.required === true)),
    ];
  }

  #body({ name, sender }: Called, wasNode: unknown, isNode: unknown): string[] {
    const was = resolve(wasNode, findIn(this.#documents.was));
    const is = resolve(isNode, findIn(this.#documents.is));
    const direction = sender === 'client' ? 'request' : 'response';
    const site: Site = { direction, place: `the body of ${name}`, path: '' };
    if (wasNode !== undefined && isNode === undefined) return [`In ${name}, the body is gone.`];
    const isNeeded = sender === 'client' && is.required === true && was.required !== true;
    return [
      ...(isNeeded ? [`In ${name}, the body is now required.`] : []),
      ...this.#contents(site, was.content, is.content),
    ];
  }

  #responses({ name, sender }: Called, was: unknown, is: unknown): string[] {
    const direction = sender === 'client' ? 'response' : 'request';
    return Object.entries(recordOf(was)).flatMap(([status, wasNode]) => {
      const isNode = recordOf(is)[status];
      if (isNode === undefined) return `In ${name}, the response ${status} is gone.`;
      const before = resolve(wasNode, findIn(this.#documents.was));
      const after = resolve(isNode, findIn(this.#documents.is));
      const site: Site = { direction, place: `the ${status} response of ${name}`, path: '' };
      return [
        ...this.#headers(site, before.headers, after.headers),
        ...this.#contents(site, before.content, after.content),
      ];
    });
  }

  #headers({ direction, place }: Site, was: unknown, is: unknown): string[] {
    const later = lowerCased(recordOf(is));
    return Object.entries(recordOf(was)).flatMap(([header, wasNode]) => {
      const site: Site = { direction, place: `the headers of ${place}`, path: header };
      const isNode = later[header.toLowerCase()];
      if (isNode === undefined) return saying(site, 'is gone');
      const before = resolve(wasNode, findIn(this.#documents.was));
      const after = resolve(isNode, findIn(this.#documents.is));
      return this.#documents.schemas.of(site, recordOf(before.schema), recordOf(after.schema));
    });
  }

  #contents(site: Site, was: unknown, is: unknown): string[] {
    return Object.entries(recordOf(was)).flatMap(([type, content]) => {
      if (!(type in recordOf(is))) return `In ${site.place}, the media type ${type} is gone.`;
      const place = type === 'application/json' ? site.place : `${site.place} as ${type}`;
      const [before, after] = [recordOf(content).schema, recordOf(recordOf(is)[type]).schema];
      return this.#documents.schemas.of({ ...site, place }, recordOf(before), recordOf(after));
    });
  }
}

const placeWords: Readonly<Record<string, string>> = {
  query: 'the query',
  path: 'the path',
  header: 'the headers',
  cookie: 'the cookies',
};

/** The alternatives in `security`; none means that no authentication is needed. */
function waysOf(security: unknown): Json[] {
  const ways = listOf(security).map(recordOf);
  return ways.length === 0 ? [{}] : ways;
}

/** Keyed by location and name; header names ignore case. */
function parametersOf(list: unknown, find: ReturnType<typeof findIn>): Map<string, Json> {
  return new Map(
    listOf(list).map((node) => {
      const parameter = resolve(node, find);
      const name = String(parameter.name);
      return [`${parameter.in} ${parameter.in === 'header' ? name.toLowerCase() : name}`, parameter];
    }),
  );
}

function styleOf({ in: where, style, explode }: Json): string {
  const written = String(style ?? (where === 'query' || where === 'cookie' ? 'form' : 'simple'));
  return (explode ?? written === 'form') ? `${written}, exploded` : written;
}

const withDescription = ({ description, schema }: Json): Json => ({ ...recordOf(schema), description });

const lowerCased = (record: Json): Json =>
  Object.fromEntries(Object.entries(record).map(([name, value]) => [name.toLowerCase(), value]));
