import type { z } from 'zod';

/** The descriptions of a record's fields, from the domain, so that both doors use the same ones. */
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
