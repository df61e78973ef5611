import type { Issue } from '../../domain/base/errors.ts';

/** The form of messages from graphql-js about a variable: its name, then the path and the error. */
const placed = /^Variable "\$(\w+)" got invalid value [\s\S]* at "\w+([^"]*)"; ([\s\S]+)$/;
const whole = /^Variable "\$(\w+)" (?:got invalid value [\s\S]*?; )?()([\s\S]+)$/;

/** A variable error as an issue, with its path relative to `input`, as in typed errors; null for any other error. */
export function variableIssue(text: string): Issue | null {
  const [, variable = '', place = '', fault = ''] = placed.exec(text) ?? whole.exec(text) ?? [];
  if (variable === '') return null;
  const [, missing] = /^Field "(?:\w+\.)?(\w+)" of required type/.exec(fault) ?? [];
  const [, unknown] = /^Field "(\w+)" is not defined by type/.exec(fault) ?? [];
  const isMissing = /^of (?:required|non-null) type|^Expected non-nullable type/.test(fault) || missing !== undefined;
  const steps = [...place.matchAll(/\.(\w+)|\[(\d+)\]/g)].map(([, member, index]) => member ?? Number(index));
  return {
    path: [variable, ...steps, missing, unknown]
      .filter((step) => step !== undefined)
      .slice(variable === 'input' ? 1 : 0),
    code: isMissing ? 'REQUIRED' : unknown === undefined ? 'INVALID_TYPE' : 'UNKNOWN_FIELD',
    message: fault.startsWith('of ') ? text : fault,
  };
}
