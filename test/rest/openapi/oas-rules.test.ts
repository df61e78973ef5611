import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { describe, expect, it } from 'vitest';
import { isPlainObject } from '../../../src/domain/base/plain-object.ts';
import { at, document, type Json, operations, recordOf, resolved } from '../../support/openapi.ts';

/**
 * The recommended rules of Spectral's `oas` set, under their names, except those that the linter in openapi.test.ts covers:
 * https://github.com/stoplightio/spectral/blob/develop/docs/reference/openapi-rules.md. Spectral is not used directly
 * because one of its dependencies runs an install script.
 */

type Place = { readonly pointer: string; readonly value: unknown };

/** Every value of the document. */
const places: readonly Place[] = [...placesIn(document, '')];
function* placesIn(value: unknown, pointer: string): Generator<Place> {
  yield { pointer, value };
  const members = Array.isArray(value) ? value.entries() : isPlainObject(value) ? Object.entries(value) : [];
  for (const [name, member] of members) {
    yield* placesIn(member, `${pointer}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`);
  }
}

const objects = places.filter((place): place is Place & { value: Json } => isPlainObject(place.value));
const isExample = ({ pointer }: Place) => /\/(examples?|x-[\w-]+)(\/|$)/.test(pointer);
const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);
const tagNames = listOf(at().tags).map((tag) => String(recordOf(tag).name));
const texts = (names: readonly string[]) =>
  places.flatMap(({ pointer, value }) =>
    typeof value === 'string' && names.includes(pointer.slice(pointer.lastIndexOf('/') + 1))
      ? [{ pointer, value }]
      : [],
  );

const ajv = new Ajv2020({ strict: false, allErrors: true });
addFormats.default(ajv);
ajv.addSchema({ $id: 'doc', components: at('components') });

/** Why an example does not match its schema; null if it does. */
function faultOf(pointer: string, example: unknown): string | null {
  const validate = ajv.compile({ $ref: `doc#${pointer}` });
  return validate(example) ? null : ajv.errorsText(validate.errors);
}

describe('the document keeps the rules of Spectral', () => {
  it('info-contact or info-license, info-description, oas3-api-servers', () => {
    const { info, servers } = recordOf(document);
    expect(recordOf(info).description).toEqual(expect.any(String));
    expect(recordOf(info).license ?? recordOf(info).contact).toBeDefined();
    expect(listOf(servers)).not.toEqual([]);
    for (const server of listOf(servers)) {
      expect(recordOf(server).url).not.toMatch(/example\.com|.\/$/);
    }
  });

  it('operation-operationId, -unique, -valid-in-url; operation-description; operation-success-response', () => {
    const ids = operations.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.filter((id) => !/^[A-Za-z0-9]+$/.test(id))).toEqual([]);
    for (const { id, operation } of operations) {
      expect(operation.description, id).toEqual(expect.stringMatching(/\S/));
      const statuses = Object.keys(recordOf(operation.responses));
      expect(
        statuses.some((status) => /^[23]\d\d$/.test(status)),
        id,
      ).toBe(true);
    }
  });

  it('operation-tags, operation-tag-defined, openapi-tags-uniqueness, tag-description', () => {
    expect(new Set(tagNames).size).toBe(tagNames.length);
    for (const tag of listOf(at().tags)) expect(recordOf(tag).description).toEqual(expect.stringMatching(/\S/));
    for (const { id, operation } of operations) {
      expect(listOf(operation.tags), id).toHaveLength(1);
      expect(tagNames, id).toEqual(expect.arrayContaining([...listOf(operation.tags)]));
    }
    const used = new Set(operations.flatMap(({ operation }) => listOf(operation.tags)));
    expect(tagNames.filter((name) => !used.has(name) && name !== 'Webhook events')).toEqual([]);
  });

  it('path-params, path-keys-no-trailing-slash, path-not-include-query, operation-parameters', () => {
    for (const { path, operation, method } of operations) {
      expect(path).not.toMatch(/.\/$|\?/);
      const parameters = listOf(operation.parameters).map(resolved);
      const inPath = parameters.filter((parameter) => parameter.in === 'path');
      const named = [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name).sort();
      expect(inPath.map(({ name }) => name).sort(), `${method} ${path}`).toEqual(named);
      expect(inPath.filter(({ required }) => required !== true)).toEqual([]);
      const keys = parameters.map((parameter) => `${parameter.in} ${parameter.name}`);
      expect(new Set(keys).size, `${method} ${path}`).toBe(keys.length);
    }
  });

  it('oas3-unused-component', () => {
    const used = new Set(objects.map(({ value }) => value.$ref));
    const named = Object.entries(at('components')).flatMap(([kind, parts]) =>
      Object.keys(recordOf(parts)).map((name) => [kind, name] as const),
    );
    const unused = named
      .filter(([kind]) => kind !== 'securitySchemes')
      .map(([kind, name]) => `#/components/${kind}/${name}`)
      .filter((pointer) => !used.has(pointer));
    expect(unused).toEqual([]);
  });

  it('no-$ref to nothing, and oas3-operation-security-defined', () => {
    const broken = objects
      .filter((place) => !isExample(place) && typeof place.value.$ref === 'string')
      .filter(({ value }) => Object.keys(resolved(value)).length === 0);
    expect(broken).toEqual([]);
    const schemes = Object.keys(at('components', 'securitySchemes'));
    const asked = operations.flatMap(({ operation }) =>
      listOf(operation.security).flatMap((one) => Object.keys(recordOf(one))),
    );
    expect(asked.filter((name) => !schemes.includes(name))).toEqual([]);
  });

  it('typed-enum, duplicated-entry-in-enum, array-items', () => {
    const schemas = objects.filter((place) => !isExample(place) && !/\/properties$/.test(place.pointer));
    const faults = schemas.flatMap(({ pointer, value }) => {
      const types = [value.type].flat();
      const isOf = (one: unknown) => (one === null ? 'null' : Array.isArray(one) ? 'array' : typeof one);
      const values = listOf(value.enum);
      const isTyped =
        value.type === undefined || values.every((one) => types.includes(isOf(one)) || types.includes('integer'));
      return [
        ...(isTyped ? [] : [`${pointer}: an enum of another type`]),
        ...(new Set(values).size === values.length ? [] : [`${pointer}: repeated values`]),
        ...(types.includes('array') && value.items === undefined ? [`${pointer}: an array of anything`] : []),
      ];
    });
    expect(faults).toEqual([]);
  });

  it('oas3-valid-schema-example and oas3-valid-media-example', () => {
    const shown = objects
      .filter(({ pointer, value }) => pointer.startsWith('/components/schemas') && value.examples !== undefined)
      .filter((place) => !isExample(place) && !/\/properties$/.test(place.pointer));
    expect(shown.length).toBeGreaterThan(20);
    const faults = shown.flatMap(({ pointer, value }) =>
      listOf(value.examples).flatMap((example) => {
        const fault = faultOf(pointer, example);
        return fault === null ? [] : [`${pointer}: ${fault}`];
      }),
    );
    expect(faults).toEqual([]);
  });

  it('no-eval-in-markdown and no-script-tags-in-markdown', () => {
    const suspicious = texts(['description', 'title', 'summary']).filter(({ value }) => /eval\(|<script/i.test(value));
    expect(suspicious).toEqual([]);
  });
});
