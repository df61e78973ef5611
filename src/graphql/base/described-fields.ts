import type { z } from 'zod';

/** The domain's descriptions of a record's fields, shared with REST. */
export function descriptionsOf<Shape extends z.ZodRawShape>(
  fields: z.ZodObject<Shape>,
): { readonly [Name in keyof Shape]: string } {
  const shape: Readonly<Record<string, z.ZodType>> = fields.shape as never;
  return Object.fromEntries(
    Object.entries(shape).map(([name, field]) => {
      if (field.description === undefined) throw new Error(`The field ${name} has no description.`);
      return [name, field.description];
    }),
  ) as { readonly [Name in keyof Shape]: string };
}
