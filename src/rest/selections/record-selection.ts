import { type Declaration, type Field, isDeclaration } from '../../domain/base/record.ts';

/**
 * Selects the fields of a declared record that exist in both REST and GraphQL; an alias gives a field its REST name.
 */
export function recordSelection(of: Declaration): string {
  return Object.entries(of.fields)
    .filter(([, { only }]) => only === undefined)
    .map(([name, field]) => {
      const { nameInRest = name } = field;
      const inner = innerOf(field);
      return `${nameInRest === name ? '' : `${nameInRest}: `}${name}${inner ? ` { ${recordSelection(inner)} }` : ''}`;
    })
    .join(' ');
}

function innerOf(field: Field): Declaration | null {
  if (field.kind === 'part') return field.of;
  if (field.kind !== 'list') return null;
  return isDeclaration(field.item) ? field.item : innerOf(field.item);
}
