import { describe, expect, it } from 'vitest';
import { openapiDifferences } from '../../support/compatibility/openapi-differences.ts';
import type { Json } from '../../support/openapi.ts';
import { findings, inResponses, object } from './compare.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const open = (...values: readonly string[]) => ({ ...text, 'x-extensible-enum': values });

/** A member `name` of the response. */
const named = (schema: Json) => inResponses(object({ name: schema }));

const full = object({ id: text, name: text, items: { type: 'array', items: text } }, 'id', 'items');
const thin = object({ id: text }, 'id');

const broken: readonly (readonly [string, Json, Json, string])[] = [
  ['a member is removed', inResponses(object({ name: text, note: text })), named(text), '`note` is gone.'],
  ['a member can be absent', inResponses(object({ name: text }, 'name')), named(text), '`name` can now be absent.'],
  ['a member can be null', named(text), named({ type: ['string', 'null'] }), '`name` can now be null.'],
  [
    'a member can be null, by a choice',
    named(text),
    named({ anyOf: [text, { type: 'null' }] }),
    '`name` can now be null.',
  ],
  ['a type is another', named(text), named(number), '`name` can now be a number.'],
  ['a type is new', named(text), named({ type: ['string', 'number'] }), '`name` can now be a number.'],
  ['a whole number can have a fraction', named({ type: 'integer' }), named(number), '`name` can now be a number.'],
  ['the type is no longer told', named(text), named({}), '`name` can now be any value.'],
  [
    'closed values have a new one',
    named({ enum: ['A'] }),
    named({ enum: ['A', 'B'] }),
    '`name` can now be "B", though its values were closed.',
  ],
  [
    'closed values are opened',
    named({ ...text, enum: ['A', 'B'] }),
    named(open('A', 'B')),
    '`name` can now be other than "A", "B".',
  ],
  [
    'closed values are no longer told',
    named({ ...text, enum: ['A'] }),
    named(text),
    '`name` can now be other than "A".',
  ],
  ['a closed value goes', named({ enum: ['A', 'B'] }), named({ enum: ['A'] }), '`name` no longer has the value "B".'],
  ['an open value is renamed', named(open('A', 'B')), named(open('A', 'C')), '`name` no longer has the value "B".'],
  [
    'a text can be longer',
    named({ ...text, maxLength: 8 }),
    named({ ...text, maxLength: 9 }),
    '`name` has maxLength 9, not 8.',
  ],
  ['a limit is gone', named({ ...number, minimum: 0 }), named(number), '`name` no longer has minimum 0.'],
  [
    'a format is another',
    named({ ...text, format: 'date' }),
    named({ ...text, format: 'date-time' }),
    '`name` has format date-time, not date.',
  ],
  [
    'entries of a list can be null',
    inResponses({ type: 'array', items: text }),
    inResponses({ type: 'array', items: { type: ['string', 'null'] } }),
    '`[]` can now be null.',
  ],
  [
    'a list becomes an object',
    inResponses({ type: 'array', items: text }),
    inResponses(object({ steps: { type: 'array', items: text } })),
    'the whole value can now be an object.',
  ],
  [
    'a member further in is removed',
    named(object({ id: text, key: text })),
    named(object({ id: text })),
    '`name.key` is gone.',
  ],
  [
    'values of a map can be null',
    named({ type: 'object', additionalProperties: text }),
    named({ type: 'object', additionalProperties: { type: ['string', 'null'] } }),
    '`name.*` can now be null.',
  ],
  ['a map goes', named({ type: 'object', additionalProperties: text }), named(object({})), '`name.*` is gone.'],
];

const accepted: readonly (readonly [string, Json, Json])[] = [
  ['nothing changes', inResponses(full), inResponses(full)],
  ['a member is new', named(text), inResponses(object({ name: text, tag: text }, 'tag'))],
  ['a member is promised', named(text), inResponses(object({ name: text }, 'name'))],
  ['null goes', named({ type: ['string', 'null'] }), named(text)],
  ['a number is whole', named(number), named({ type: 'integer' })],
  ['a type is told', named({}), named(text)],
  ['an open list has a new value', named(open('A')), named(open('A', 'B'))],
  ['an open list is closed', named(open('A')), named({ ...text, enum: ['A'] })],
  ['values are listed', named(text), named({ ...text, enum: ['A'] })],
  ['a limit is narrower', named({ ...text, maxLength: 9 }), named({ ...text, maxLength: 8 })],
  ['a limit is new', named(text), named({ ...text, maxLength: 8, format: 'uuid' })],
  ['a default of an answer is another', named({ ...text, default: 'A' }), named({ ...text, default: 'B' })],
  ['an object is opened', named({ ...object({}), additionalProperties: false }), named(object({}))],
  [
    'one of two forms has a new member',
    inResponses({ oneOf: [full, thin] }),
    inResponses({ oneOf: [{ ...full, properties: { ...(full.properties as Json), tag: text } }, thin] }),
  ],
];

describe('a response', () => {
  it.each(broken)('breaks clients if %s', (_what, released, current, finding) => {
    expect(findings(released, current)).toEqual([finding]);
  });

  it.each(accepted)('breaks none if %s', (_what, released, current) => {
    expect(findings(released, current)).toEqual([]);
  });

  it('keeps each of its forms', () => {
    expect(findings(inResponses({ oneOf: [full, thin] }), inResponses(thin))).toEqual([
      '`name` is gone.',
      '`items` is gone.',
    ]);
  });
});

it('a named schema that is sent and answered is compared in both directions', () => {
  const both = (schema: Json): Json => {
    const content = { content: { 'application/json': { schema: { $ref: '#/components/schemas/Thing' } } } };
    return {
      paths: { '/v1/things': { put: { requestBody: content, responses: { 200: content } } } },
      components: { schemas: { Thing: object({ name: schema }) } },
    };
  };
  expect(openapiDifferences(both(text), both({ type: ['string', 'null'] }))).toEqual([
    'In responses with the schema Thing, `name` can now be null.',
  ]);
  expect(openapiDifferences(both({ enum: ['A'] }), both({ enum: ['B'] }))).toEqual([
    'In requests with the schema Thing, `name` no longer accepts "A".',
    'In responses with the schema Thing, `name` no longer has the value "A".',
    'In responses with the schema Thing, `name` can now be "B", though its values were closed.',
  ]);
});
