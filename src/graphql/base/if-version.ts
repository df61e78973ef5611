import type { InputFieldBuilder } from '@pothos/core';
import type { Types } from './builder.ts';

/** The version a change expects. */
export function ifVersionField(t: InputFieldBuilder<Types, 'InputObject'>) {
  return t.int({ description: 'Fails with `VersionMismatch` unless the record has this `version`.' });
}
