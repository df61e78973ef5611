import { z } from 'zod';

/** The GraphQL selection of all members of a response, for records whose members have the same names in both doors. */
export function selectionOf(response: z.ZodObject): string {
  return Object.entries(response.shape)
    .map(([name, member]) => {
      const nested = objectIn(member);
      return nested ? `${name} { ${selectionOf(nested)} }` : name;
    })
    .join(' ');
}

function objectIn(member: z.core.$ZodType): z.ZodObject | null {
  if (member instanceof z.ZodObject) return member;
  if (member instanceof z.ZodArray) return objectIn(member.element);
  return member instanceof z.ZodOptional || member instanceof z.ZodNullable ? objectIn(member.unwrap()) : null;
}
