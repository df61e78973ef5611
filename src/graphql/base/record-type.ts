import type { InterfaceRef, ObjectRef } from '@pothos/core';
import {
  type Declaration,
  describe,
  type Enumeration,
  type Field,
  fieldsIn,
  isDeclaration,
  type RecordOf,
  readerOf,
} from '../../domain/base/record.ts';
import { inCurrencyOf, isAmount } from './amounts.ts';
import { builder, type Types } from './builder.ts';
import { describedEnum } from './described-enum.ts';

/** The scalar for each kind of value. */
export const scalars = {
  text: 'String',
  flag: 'Boolean',
  count: 'Int',
  amount: 'Decimal',
  fraction: 'Decimal',
  decimal: 'Decimal',
  day: 'Date',
  instant: 'DateTime',
  uuid: 'UUID',
  country: 'CountryCode',
  currency: 'CurrencyCode',
  json: 'JSON',
} as const;

type AnyRef = ObjectRef<Types, object>;
type EnumRef<Value extends string> = ReturnType<typeof describedEnum<Value>>;

const types = new Map<Declaration, AnyRef>();
const enums = new Map<Enumeration, unknown>();

/**
 * The GraphQL type of a declared record, with its declared fields. Add relations, and fields with their own scope or
 * cost, with `builder.objectFields`.
 */
export function recordType<Of extends Declaration>(
  of: Of,
  interfaces: readonly InterfaceRef<Types, object>[] = [],
): ObjectRef<Types, RecordOf<Of>> {
  const known = types.get(of);
  if (known) return known as unknown as ObjectRef<Types, RecordOf<Of>>;
  const ref = builder.objectRef<object>(of.name);
  types.set(of, ref);
  ref.implement({
    description: of.description,
    ...(of.currencyOf && { extensions: inCurrencyOf(of.currencyOf) }),
    interfaces: interfaces as never,
    fields: (t) => recordFields(t, of) as never,
  });
  return ref as unknown as ObjectRef<Types, RecordOf<Of>>;
}

/** The GraphQL enum for a choice. */
export function enumOf<Value extends string>(of: Enumeration<Value>): EnumRef<Value> {
  const known = enums.get(of) ?? describedEnum(of.name, said(of), of.values);
  enums.set(of, known);
  return known as EnumRef<Value>;
}

const said = ({ description, isClosed }: Enumeration) =>
  isClosed ? description : `${description} Later releases may add values.`;

/** The fields of a declared record, for a type with additional fields. */
export function recordFields<Builder extends { field(options: never): unknown }>(
  t: Builder,
  of: Declaration,
): Record<string, ReturnType<Builder['field']>> {
  const fields = fieldsIn('GRAPHQL', of).map(([name, one]) => [name, fieldFor(t as never, name, one)]);
  return Object.fromEntries(fields) as Record<string, ReturnType<Builder['field']>>;
}

type AnyFields = PothosSchemaTypes.ObjectFieldBuilder<Types, Record<string, unknown>>;

/** Compiled queries read an exposed member without calling a resolver. */
function fieldFor(t: AnyFields, name: string, field: Field) {
  const options = {
    type: typeOf(field),
    nullable: field.isOptional === true,
    description: describe(field, 'null') + (field.kind === 'fraction' ? ' As a fraction: 0.0825 is 8.25 %.' : ''),
    ...(field.kind === 'list' && { extensions: { listSize: field.usualLength } }),
    ...(field.kind === 'amount' && { extensions: isAmount }),
  };
  if (!field.read) return t.expose(name as never, options as never);
  return t.field({ ...options, resolve: readerOf(name, field) } as never);
}

function typeOf(field: Field): unknown {
  if (field.kind === 'list') return [isDeclaration(field.item) ? recordType(field.item) : typeOf(field.item)];
  if (field.kind === 'part') return recordType(field.of);
  return field.kind === 'choice' ? enumOf(field.of) : scalars[field.kind];
}
