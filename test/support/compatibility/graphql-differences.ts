import { ChangeType, CriticalityLevel, diff } from '@graphql-inspector/core';
import { buildSchema } from 'graphql';

/** The changes that break clients of the released schema, one sentence each. */
export async function graphqlDifferences(released: string, current: string): Promise<string[]> {
  const changes = await diff(buildSchema(released), buildSchema(current));
  return changes
    .filter(({ type, criticality: { level } }) => level === CriticalityLevel.Breaking || alsoBreaking.includes(type))
    .map(({ message }) => `${message.replace(/\.$/, '')}.`);
}

/**
 * Changes that the library calls dangerous. This includes new enum values, union members, interfaces and optional
 * arguments, but clients are told to expect those.
 */
const alsoBreaking: readonly string[] = [
  ChangeType.FieldArgumentDefaultChanged,
  ChangeType.InputFieldDefaultValueChanged,
  ChangeType.DirectiveArgumentDefaultValueChanged,
  ChangeType.DirectiveRepeatableRemoved,
];
