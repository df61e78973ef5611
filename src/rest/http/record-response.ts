import { z } from 'zod';
import type { DecimalText } from '../../domain/base/amount.ts';
import {
  type Declaration,
  describe,
  type Enumeration,
  type Field,
  fieldsIn,
  isDeclaration,
  type RecordOf,
} from '../../domain/base/record.ts';
import { longList, ShownLater } from '../../http/json-pieces.ts';
import { number } from './json.ts';
import {
  amount,
  count,
  day,
  exactNumber,
  flag,
  instant,
  inWords,
  list,
  named,
  oneOfMany,
  rate,
  text,
  uuid,
} from './members.ts';

type Members<Of extends Declaration> = { readonly [Name in keyof Of['fields']]: z.ZodType };

const responses = new Map<Declaration, z.ZodObject>();
const choices = new Map<Enumeration, z.ZodType>();

/** The OpenAPI schema of a declared record. */
export function responseOf(of: Declaration): z.ZodObject {
  const known = responses.get(of) ?? named(of.name, of.description, membersOf(of));
  responses.set(of, known);
  return known;
}

/**
 * The fields of a declared record in OpenAPI. Optional fields without a value are absent, or null if declared
 * `isNullInRest`.
 */
export function membersOf<Of extends Declaration>(of: Of): Members<Of> {
  return Object.fromEntries(
    fieldsIn('REST', of).map(([name, field]) => {
      const schema = schemaOf(field);
      if (!field.isOptional) return [field.nameInRest ?? name, schema];
      return [field.nameInRest ?? name, field.isNullInRest ? schema.nullable() : schema.optional()];
    }),
  ) as unknown as Members<Of>;
}

/** The OpenAPI schema of a choice. */
export function choiceOf(of: Enumeration): z.ZodType {
  const known =
    choices.get(of) ?? choiceSchema(of).meta({ id: of.name, description: `${of.description} ${inWords(of.values)}` });
  choices.set(of, known);
  return known;
}

function choiceSchema({ values, isClosed }: Enumeration): z.ZodType {
  const names = Object.keys(values);
  return isClosed ? z.enum(names) : oneOfMany(names);
}

function schemaOf(field: Field): z.ZodType {
  const { unit, examples } = field;
  const description = describe(field, 'absent');
  switch (field.kind) {
    case 'part':
      return responseOf(field.of).meta({ description });
    case 'choice':
      return choiceOf(field.of).meta({ description });
    case 'list':
      return list(isDeclaration(field.item) ? responseOf(field.item) : schemaOf(field.item), description);
    case 'amount':
      // `describe` has already added the unit of an amount.
      return unit === undefined ? amount(description) : exactNumber(description);
    case 'fraction':
      return rate(description);
    case 'decimal':
      return exactNumber(description);
    case 'count':
      return count(description);
    case 'flag':
      return flag(description);
    case 'day':
      return day(description);
    case 'instant':
      return instant(description);
    case 'uuid':
      return uuid(description);
    case 'json':
      return z.unknown().meta({ description });
    case 'country':
      return text(description, examples ?? ['US']);
    case 'currency':
      return text(description, examples ?? ['USD']);
    case 'text':
      if (field.meanings) return oneOfMany(Object.keys(field.meanings), `${description} ${inWords(field.meanings)}`);
      return field.known ? oneOfMany(field.known, description) : text(description, examples);
  }
}

type Write = (value: never) => unknown;

const writes: Partial<Record<Field['kind'], Write>> = {
  amount: (value: DecimalText) => number(value),
  fraction: (value: DecimalText) => number(value),
  decimal: (value: DecimalText) => number(value),
  instant: (value: Date) => value.toISOString(),
};

/**
 * Writes a declared record as JSON. Fields without a value are omitted, or null if declared `isNullInRest`. The
 * function is compiled to an object literal with the declared names: an object filled in a loop becomes a hash table in
 * V8, which makes a GET of a document a sixth slower.
 */
export function jsonOf<Of extends Declaration>(of: Of): (row: RecordOf<Of>) => Record<string, unknown> {
  const fields = fieldsIn('REST', of).map(([name, field]) => ({ name, ...field, write: writeOf(field) }));
  const members = fields.map(({ name, nameInRest = name, read, write, isNullInRest }, index) => {
    const value = read ? `fields[${index}].read(row)` : `row.${name}`;
    const none = isNullInRest ? 'null' : 'undefined';
    const written = write
      ? `(value = ${value}) == null ? ${none} : fields[${index}].write(value)`
      : `${value} ?? ${none}`;
    return `${nameInRest}: ${written}`;
  });
  return new Function('fields', `return (row) => { let value; return { ${members.join()} }; }`)(fields);
}

function writeOf(field: Field): Write | undefined {
  if (field.kind === 'part') return jsonOf(field.of) as Write;
  if (field.kind !== 'list') return writes[field.kind];
  const write = (isDeclaration(field.item) ? jsonOf(field.item) : writeOf(field.item)) as Write | undefined;
  // A long list is rendered in pieces while the response is written.
  return (
    write &&
    ((items: readonly never[]) =>
      items.length > longList
        ? new ShownLater(items.length, (index) => write(items[index]!))
        : items.map((item) => write(item)))
  );
}
