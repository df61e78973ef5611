import type { Issue } from '../../domain/base/errors.ts';

/** What graphql-js says of a variable: its name, then the place and the fault of a wrong value. */
const placed = /^Variable "\$(\w+)" got invalid value [\s\S]* at "\w+([^"]*)"; ([\s\S]+)$/;
const whole = /^Variable "\$(\w+)" (?:got invalid value [\s\S]*?; )?()([\s\S]+)$/;

/** An error of a variable as an issue. Its path starts in the record that was sent, as those of typed errors. */
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
