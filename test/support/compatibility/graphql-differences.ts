import { ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/** What breaks clients of the released schema, one sentence each. */
export async function graphqlDifferences(released: string, current: string): Promise<string[]> {
  const changes = await diff(buildSchema(released), buildSchema(current));
  return changes
    .filter(({ type, criticality: { level } }) => level === CriticalityLevel.Breaking || alsoBreaking.includes(type))
    .map(({ message }) => `${message.replace(/\.$/, '')}.`);
}

/**
 * The library calls these dangerous. So it calls new enum values, members of unions, interfaces and optional
 * arguments, which clients are told to expect.
 */
const alsoBreaking: readonly string[] = [
  ChangeType.FieldArgumentDefaultChanged,
  ChangeType.InputFieldDefaultValueChanged,
  ChangeType.DirectiveArgumentDefaultValueChanged,
  ChangeType.DirectiveRepeatableRemoved,
];
