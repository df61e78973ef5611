import { z } from 'zod';
import { type Enumeration, namesOf } from './record.ts';

/*
 * An input, declared once for REST and GraphQL: its zod schema, and its name and description in GraphQL. `meta` and
 * refinements keep the name. `extend`, `omit`, `partial` and the like create another input, which needs a new name.
 */

export const inputNames = z.registry<{ readonly name: string; readonly description: string }>();

/** The enumeration on which the schema of a choice is based. */
export const choices = z.registry<{ readonly of: Enumeration }>();

/** An input that ignores unknown members. */
export const input = <const Shape extends z.ZodRawShape>(name: string, description: string, shape: Shape) =>
  namedInput(name, description, z.object(shape));

/** An input that refuses unknown members. */
export const strictInput = <const Shape extends z.ZodRawShape>(name: string, description: string, shape: Shape) =>
  namedInput(name, description, z.strictObject(shape));

/** Names an input derived from another. */
export function namedInput<Schema extends z.ZodObject>(name: string, description: string, schema: Schema): Schema {
  inputNames.add(schema, { name, description });
  return schema;
}

export function choiceInput<Value extends string>(of: Enumeration<Value>) {
  const schema = z.enum(namesOf(of));
  choices.add(schema, { of });
  return schema;
}
