import { describe, expect, it } from 'vitest';
import { openapiDifferences } from '../../support/compatibility/openapi-differences.ts';
import type { Json } from '../../support/openapi.ts';
import { findings, inRequests, object } from './compare.ts';

const text = { type: 'string' };
const number = { type: 'number' };
const optionalText = { type: ['string', 'null'] };

/** A member `name` of the body. */
const named = (schema: Json) => inRequests(object({ name: schema }));

const broken: readonly (readonly [string, Json, Json, string])[] = [
  ['a member is removed', inRequests(object({ name: text, note: text })), named(text), '`note` is gone.'],
  [
    'a deprecated member is removed',
    inRequests(object({ note: { ...text, deprecated: true } })),
    inRequests(object({})),
    '`note` (deprecated) is gone.',
  ],
  ['a member is renamed', named(text), inRequests(object({ title: text })), '`name` is gone.'],
  ['a member becomes required', named(text), inRequests(object({ name: text }, 'name')), '`name` is now required.'],
  [
    'a required member is new',
    named(text),
    inRequests(object({ name: text, tag: text }, 'tag')),
    '`tag` is now required.',
  ],
  ['null is refused', named(optionalText), named(text), '`name` no longer accepts null.'],
  ['a type is refused', named({ type: ['string', 'number'] }), named(text), '`name` no longer accepts a number.'],
  ['a type is another', named(text), named({ type: 'boolean' }), '`name` no longer accepts a string.'],
  ['a number must be whole', named(number), named({ type: 'integer' }), '`name` no longer accepts a number.'],
  ['any value becomes a text', named({}), named(text), '`name` no longer accepts any value.'],
  [
    'a choice is refused',
    named({ anyOf: [text, object({ id: text })] }),
    named(text),
    '`name` no longer accepts an object.',
  ],
  ['a value is refused', named({ enum: ['A', 'B'] }), named({ enum: ['A'] }), '`name` no longer accepts "B".'],
  ['a constant is another', named({ const: 'A' }), named({ const: 'B' }), '`name` no longer accepts "A".'],
  ['values are listed', named(text), named({ type: 'string', enum: ['A', 'B'] }), '`name` now accepts only "A", "B".'],
  [
    'open values are closed',
    named({ ...text, 'x-extensible-enum': ['A'] }),
    named({ ...text, enum: ['A'] }),
    '`name` now accepts only "A".',
  ],
  [
    'an open value is refused',
    named({ ...text, 'x-extensible-enum': ['A', 'B'] }),
    named({ ...text, 'x-extensible-enum': ['A'] }),
    '`name` no longer accepts "B".',
  ],
  [
    'a text is shorter',
    named({ ...text, maxLength: 9 }),
    named({ ...text, maxLength: 8 }),
    '`name` has maxLength 8, not 9.',
  ],
  ['a number has a limit', named(number), named({ ...number, minimum: 0 }), '`name` has minimum 0, not any.'],
  ['a pattern is new', named(text), named({ ...text, pattern: '^a' }), '`name` has pattern ^a, not any.'],
  [
    'a format is another',
    named({ ...text, format: 'date' }),
    named({ ...text, format: 'date-time' }),
    '`name` has format date-time, not date.',
  ],
  [
    'a list is shorter',
    named({ type: 'array', items: text, maxItems: 9 }),
    named({ type: 'array', items: text, maxItems: 5 }),
    '`name` has maxItems 5, not 9.',
  ],
  [
    'entries of a list are another type',
    named({ type: 'array', items: number }),
    named({ type: 'array', items: text }),
    '`name[]` no longer accepts a number.',
  ],
  [
    'a member further in is required',
    named({ type: 'array', items: object({ id: text }) }),
    named({ type: 'array', items: object({ id: text }, 'id') }),
    '`name[].id` is now required.',
  ],
  [
    'a map has other values',
    named({ type: 'object', additionalProperties: text }),
    named({ type: 'object', additionalProperties: number }),
    '`name.*` no longer accepts a string.',
  ],
  [
    'a map has other names',
    named({ type: 'object', propertyNames: { enum: ['MN', 'WI'] }, additionalProperties: text }),
    named({ type: 'object', propertyNames: { enum: ['MN'] }, additionalProperties: text }),
    '`name.(names)` no longer accepts "WI".',
  ],
  [
    'other members are refused',
    named(object({})),
    named({ ...object({}), additionalProperties: false }),
    '`name.*` is no longer accepted.',
  ],
  [
    'other members are limited',
    named(object({})),
    named({ ...object({}), additionalProperties: text }),
    '`name.*` no longer accepts any value.',
  ],
  [
    'a map is closed',
    named({ additionalProperties: text, type: 'object' }),
    named({ additionalProperties: false, type: 'object' }),
    '`name.*` is gone.',
  ],
  [
    'the default is another',
    named({ ...number, default: 20 }),
    named({ ...number, default: 50 }),
    '`name` has the default 50, not 20.',
  ],
  [
    'the default of the description is another',
    named({ ...text, description: 'How to round. Default: HALF_UP.' }),
    named({ ...text, description: 'How to round. Default: HALF_EVEN. As banks do.' }),
    '`name` has the default HALF_EVEN, not HALF_UP.',
  ],
  [
    'there is no longer a default',
    named({ ...text, default: 'A' }),
    named(text),
    '`name` no longer has the default A.',
  ],
  [
    'a part of allOf has a new required member',
    inRequests(
      { allOf: [{ $ref: '#/components/schemas/Base' }, object({ name: text })] },
      { Base: object({ id: text }) },
    ),
    inRequests(
      { allOf: [{ $ref: '#/components/schemas/Base' }, object({ name: text })] },
      { Base: object({ id: text, key: text }, 'key') },
    ),
    '`key` is now required.',
  ],
];

const accepted: readonly (readonly [string, Json, Json])[] = [
  ['nothing changes', named(optionalText), named(optionalText)],
  ['an optional member is new', named(text), inRequests(object({ name: text, tag: text }))],
  ['a member is no longer required', inRequests(object({ name: text }, 'name')), named(text)],
  ['null is accepted', named(text), named(optionalText)],
  ['null is accepted by a choice', named(text), named({ anyOf: [text, { type: 'null' }] })],
  ['another type is accepted', named(text), named({ type: ['string', 'number'] })],
  ['any value is accepted', named(object({ id: text })), named({})],
  ['a whole number can have a fraction', named({ type: 'integer' }), named(number)],
  ['a choice is new', named(text), named({ oneOf: [text, object({ id: text })] })],
  ['a value is new', named({ enum: ['A'] }), named({ enum: ['A', 'B'] })],
  ['values are no longer listed', named({ ...text, enum: ['A'] }), named(text)],
  ['a limit is wider', named({ ...text, maxLength: 8 }), named({ ...text, maxLength: 9 })],
  ['a limit is gone', named({ ...number, minimum: 0, multipleOf: 5 }), named(number)],
  ['a default is written down', named(text), named({ ...text, default: 'A' })],
  [
    'a default moves to the description',
    named({ ...text, default: 'A' }),
    named({ ...text, description: 'Default: A.' }),
  ],
  [
    'a description is reworded',
    named({ ...text, description: 'A name.' }),
    named({ ...text, description: 'The name.' }),
  ],
  ['a member is deprecated', named(text), named({ ...text, deprecated: true })],
  [
    'a schema gets a name',
    named(object({ id: text })),
    inRequests(object({ name: { $ref: '#/components/schemas/Id' } }), { Id: object({ id: text }) }),
  ],
  ['a schema is written with allOf', named(object({ id: text })), named({ allOf: [object({ id: text })] })],
  [
    'a map takes more names',
    named({ type: 'object', additionalProperties: false }),
    named({ type: 'object', additionalProperties: text }),
  ],
];

describe('a request', () => {
  it.each(broken)('is broken if %s', (_what, released, current, finding) => {
    expect(findings(released, current)).toEqual([finding]);
  });

  it.each(accepted)('stays whole if %s', (_what, released, current) => {
    expect(findings(released, current)).toEqual([]);
  });
});

describe('a named schema', () => {
  const thing = { $ref: '#/components/schemas/Thing' };
  const schemas = (member: Json) => ({ Thing: object({ name: member, parts: { type: 'array', items: thing } }) });

  it('is compared once, and by its name', () => {
    const twice = object({ one: thing, other: { anyOf: [thing, { type: 'null' }] } });
    expect(openapiDifferences(inRequests(twice, schemas(optionalText)), inRequests(twice, schemas(text)))).toEqual([
      'In requests with the schema Thing, `name` no longer accepts null.',
    ]);
  });

  it('is followed under another name, which breaks generated types', () => {
    const named = (name: string, member: Json) => ({
      [name]: object({ name: member, next: { anyOf: [{ $ref: `#/components/schemas/${name}` }, { type: 'null' }] } }),
    });
    const released = inRequests(thing, named('Thing', optionalText));
    const renamed = inRequests({ $ref: '#/components/schemas/Part' }, named('Part', text));
    expect(openapiDifferences(released, renamed)).toEqual([
      'In the body of PUT /v1/things, `name` no longer accepts null.',
      'The schema Thing is gone.',
    ]);
  });
});
