import { type Issue, invalidInput } from '../../domain/base/errors.ts';
import type { StateFacts } from '../../domain/lookups/catalogue.ts';
import type { ReferenceData } from '../../ports/reference-data.ts';

/** The US states with these codes or names, without duplicates; all states if null. Reports every unknown name. */
export function namedStates(reference: ReferenceData, names: readonly string[] | null): readonly StateFacts[] {
  if (names === null) return reference.states;
  const issues: Issue[] = [];
  const states = names.flatMap((text, index) => {
    const found = reference.findState(text);
    if (found) return [found];
    const message = `${JSON.stringify(text)} is not a US state.`;
    issues.push({ path: ['states', index], code: 'UNKNOWN_VALUE', message });
    return [];
  });
  if (issues.length > 0) throw invalidInput(issues);
  return [...new Set(states)];
}

/** Whether the state, or a place within it, levies a sales tax. */
export function hasSalesTax(reference: ReferenceData, { code, coverage }: StateFacts): boolean {
  return reference.nexusThresholds(code).length > 0 || coverage.localRates !== 'NOT_LEVIED';
}
