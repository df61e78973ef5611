import { z } from 'zod';

type PatchShape<Shape extends z.ZodRawShape> = { [Name in keyof Shape]: z.ZodOptional<z.ZodUnknown> };

/**
 * A JSON merge patch (RFC 7396) of an object: each of its fields may be absent, null or a value, nested objects are patched in the same way, and unknown fields are refused. Values are checked later, on the patched object.
 */
export function patchOf<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
): z.ZodObject<PatchShape<Shape>, z.core.$strict>;
export function patchOf({ shape }: z.ZodObject): z.ZodObject {
  const members = Object.entries(shape).map(([name, field]) => {
    const nested = objectIn(field);
    const member = nested ? patchOf(nested).nullish() : z.unknown().optional();
    return [name, member.meta(nested ? { description: field.description } : jsonSchemaOf(field))];
  });
  return z.strictObject(Object.fromEntries(members));
}

/** Documents an unchecked value with the schema of the intended field. */
function jsonSchemaOf(field: z.ZodType) {
  const { $schema: _, ...json } = z.toJSONSchema(field, { io: 'input', unrepresentable: 'any', reused: 'inline' });
  return { ...json, '~standard': undefined };
}

/** Unwraps the object schema of a field that is optional, transformed or has a default. */
function objectIn(field: z.core.$ZodType): z.ZodObject | null {
  if (field instanceof z.ZodObject) return field;
  if (field instanceof z.ZodPipe) return objectIn(field.in) ?? objectIn(field.out);
  const isWrapper =
    field instanceof z.ZodOptional ||
    field instanceof z.ZodNullable ||
    field instanceof z.ZodDefault ||
    field instanceof z.ZodPrefault;
  return isWrapper ? objectIn(field.unwrap()) : null;
}
