import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { absentAsNull, boundedText } from '../../../src/domain/base/fields.ts';
import { issuesOf } from '../../../src/domain/base/parse-input.ts';
import { patchOf } from '../../../src/domain/base/patch-of.ts';
import { withoutNulls } from '../../../src/domain/base/plain-object.ts';

const place = z.object({ city: absentAsNull(boundedText(1, 10)).meta({ description: 'City.' }) });
const patch = patchOf(
  z.object({
    name: boundedText(1, 10).meta({ description: 'Name.' }),
    kind: z.enum(['A', 'B']).default('A'),
    home: absentAsNull(place).meta({ description: 'Home.' }),
    office: z.preprocess(withoutNulls, place).prefault({}),
  }),
);

describe('patchOf', () => {
  it('accepts any value, null or nothing for a field, and leaves validation to the patched object', () => {
    expect(patch.parse({})).toEqual({});
    const sent = { name: 7, kind: null, home: { city: ['x'] }, office: null };
    expect(patch.parse(sent)).toEqual(sent);
  });

  it('refuses unknown fields at any depth', () => {
    const { error } = patch.safeParse({ nmae: 'x', home: { ctiy: 'y' }, office: { street: 'z' } });
    expect(issuesOf(error!).map(({ path, code }) => `${path.join('.')} ${code}`)).toEqual([
      'home.ctiy UNKNOWN_FIELD',
      'office.street UNKNOWN_FIELD',
      'nmae UNKNOWN_FIELD',
    ]);
  });

  it('is documented by the fields it is derived from', () => {
    const { properties, required } = z.toJSONSchema(patch, { io: 'input' });
    expect(required).toBeUndefined();
    expect(properties).toMatchObject({
      name: { type: 'string', minLength: 1, maxLength: 10, description: 'Name.' },
      kind: { enum: ['A', 'B'] },
      home: {
        description: 'Home.',
        anyOf: [{ properties: { city: { type: 'string', description: 'City.' } } }, { type: 'null' }],
      },
    });
  });
});
