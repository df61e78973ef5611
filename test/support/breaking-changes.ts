import { type Change, ChangeType, CriticalityLevel, DiffRule, diff, type Rule } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

export type SchemaChanges = {
  /** What would break an operation that is valid today, and was not announced by `@deprecated`. */
  readonly refused: readonly string[];
  /** What a client may notice: new members of unions and enums, and what goes after it was announced. */
  readonly noticeable: readonly string[];
};

/** Compares two printed schemas: what was not `@deprecated` in the earlier one may not be taken away. */
export async function compareSchemas(earlier: string, later: string): Promise<SchemaChanges> {
  const rules = [DiffRule.suppressRemovalOfDeprecatedField, allowRemovalOfDeprecatedArgument];
  const changes = await diff(buildSchema(earlier), buildSchema(later), rules);
  const messagesOf = (level: CriticalityLevel) =>
    changes.filter(({ criticality }) => criticality.level === level).map(({ message }) => message);
  return { refused: messagesOf(CriticalityLevel.Breaking), noticeable: messagesOf(CriticalityLevel.Dangerous) };
}

/** The library's own rule knows fields, values and input fields. */
const allowRemovalOfDeprecatedArgument: Rule = ({ changes, oldSchema }) =>
  changes.map((change) => {
    const [typeName = '', fieldName = '', argumentName = ''] = change.path?.split('.') ?? [];
    const type = change.type === ChangeType.FieldArgumentRemoved ? oldSchema?.getType(typeName) : undefined;
    const field = type && 'getFields' in type ? type.getFields()[fieldName] : undefined;
    const argument = field && 'args' in field ? field.args.find(({ name }) => name === argumentName) : undefined;
    return argument?.deprecationReason == null ? change : dangerous(change);
  });

function dangerous(change: Change): Change {
  return { ...change, criticality: { ...change.criticality, level: CriticalityLevel.Dangerous } };
}
