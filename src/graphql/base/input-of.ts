import type {
  InputFieldBuilder,
  InputFieldMap,
  InputRef,
  InputShapeFromFields,
  InputShapeFromTypeParam,
  InputType,
} from '@pothos/core';
import { z } from 'zod';
import { choices, inputNames } from '../../domain/base/input.ts';
import { valueKinds } from '../../domain/base/value-kinds.ts';
import { builder, type Types } from './builder.ts';
import { enumOf, scalars } from './record-type.ts';

type InputFields = InputFieldBuilder<Types, 'InputObject'>;
type OtherTypes<Name> = { readonly [_ in Name & string]?: InputType<Types> | [InputType<Types>] };

type Options<Name, Other, Own> = {
  /** The name of an input derived from another input, such as a patch. */
  readonly name?: string;
  readonly description?: string;
  readonly isOneOf?: true;
  /** Fields with a different type in GraphQL. */
  readonly types?: Other & OtherTypes<Name>;
  /** Fields that exist only in GraphQL. */
  readonly fields?: (t: InputFields) => Own;
};

/** The input as submitted, where null is treated as omitted. */
type Sent<Schema extends z.ZodObject> = {
  [Name in keyof z.input<Schema>]: z.input<Schema>[Name] | (undefined extends z.input<Schema>[Name] ? null : never);
};
type ShapeOf<Schema extends z.ZodObject, Other, Own extends InputFieldMap> = Omit<Sent<Schema>, keyof Other> & {
  readonly [Name in keyof Other]?: InputShapeFromTypeParam<Types, Extract<Other[Name], InputType<Types>>, false>;
} & InputShapeFromFields<Own>;

const inputs = new Map<string, InputRef<object>>();

/**
 * The GraphQL input for a domain schema, with its names, types and descriptions. Nested inputs are added when the API
 * is composed. If an input needs options, declare it first.
 */
export function inputOf<
  Schema extends z.ZodObject,
  Other extends OtherTypes<keyof Schema['shape']> = Record<never, never>,
  Own extends InputFieldMap = Record<never, never>,
>(
  schema: Schema,
  { types = {} as Other, fields, isOneOf, ...names }: Options<keyof Schema['shape'], Other, Own> = {},
): InputRef<ShapeOf<Schema, Other, Own>> {
  const { name, description } = { ...inputNames.get(schema), ...names };
  if (name === undefined) throw new Error(`The input with the fields ${Object.keys(schema.shape)} has no name.`);
  const known = inputs.get(name);
  if (known) return known as never;
  const allFields = (t: InputFields) => {
    const derived = Object.entries<z.ZodType>(schema.shape).map(([field, of]) => {
      const type = types[field as never] ?? typeOf(of);
      return [field, t.field({ type, required: isRequired(of), description: descriptionOf(of) } as never)];
    });
    return { ...fields?.(t), ...Object.fromEntries(derived) };
  };
  const ref = builder.inputType(name, { description, fields: allFields, ...(isOneOf && { isOneOf }) } as never);
  inputs.set(name, ref as never);
  return ref as never;
}

function typeOf(schema: z.ZodType): unknown {
  const choice = choices.get(schema);
  if (choice) return enumOf(choice.of);
  const value = valueKinds.get(schema);
  if (value) return scalars[value.kind];
  if (schema instanceof z.ZodObject) return inputOf(schema);
  if (schema instanceof z.ZodArray) return [typeOf(schema.element as z.ZodType)];
  if (schema instanceof z.ZodString) return 'String';
  if (schema instanceof z.ZodBoolean) return 'Boolean';
  if (schema instanceof z.ZodNumber && schema.isInt) return 'Int';
  return typeOf(within(schema));
}

/** zod treats every preprocessed member as optional, because preprocessing might supply it. */
const isRequired = (schema: z.ZodType): boolean =>
  schema instanceof z.ZodPreprocess ? isRequired(within(schema)) : schema._zod.optin === undefined;

const descriptionOf = (schema: z.ZodType): string => schema.description ?? descriptionOf(within(schema));

/** The inner schema of a schema that is optional, has a default, or transforms its value. */
function within(schema: z.ZodType): z.ZodType {
  if (schema instanceof z.ZodPreprocess) return schema.out as z.ZodType;
  if (schema instanceof z.ZodPipe) return schema.in as z.ZodType;
  if ('unwrap' in schema) return (schema as z.ZodOptional<z.ZodType>).unwrap();
  throw new Error(`GraphQL has no type for a schema of type ${schema.type}: register its input type.`);
}
