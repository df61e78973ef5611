import { z } from 'zod';
import type { AddressMatcher } from '../base/address.ts';
import type { Issue } from '../base/errors.ts';
import { addFault, issuesOf, orNull, sentShapes, serviceIdInput, text, withoutNulls } from '../base/input.ts';
import { findSubdivision, type Subdivision } from '../base/subdivision.ts';
import { checkTerms, termsFields, termsOf } from './exemption-terms.ts';

const mostStates = 100;

const stateInput = z.object({
  abbreviation: orNull(text(0, 20)),
  code: orNull(text(0, 20)),
  name: orNull(text(0, 100)),
});
type StateEntry = z.output<typeof stateInput>;

const countryInput = text(0, 50).default('US');
const statesInput = z.array(stateInput).max(mostStates);

/** What is sent, its place as it was written. */
export const exemptionFields = z.object({
  exemption: z
    .object({ customerId: serviceIdInput, country: countryInput, state: orNull(stateInput), ...termsFields })
    .superRefine(checkTerms),
  states: statesInput,
});

/** The part that says where; read by itself, so that its faults are told beside those of the rest. */
const placeFields = z.object({
  exemption: z.object({ country: countryInput, state: orNull(stateInput) }),
  states: statesInput,
});

/** An exemption as POST takes it, with the states it is stored for. */
export function exemptionInput(matcher: () => AddressMatcher) {
  const input = z.unknown().transform((raw, ctx) => {
    const sent = withoutNulls(raw);
    const fields = exemptionFields.safeParse(sent);
    const named = placeFields.safeParse(sent);
    const places = named.success ? findPlaces(matcher(), named.data) : noPlaces;
    const issues = [...(fields.success ? [] : issuesOf(fields.error)), ...places.issues];
    for (const issue of issues) addFault(ctx, issue);
    if (!fields.success) return z.NEVER;
    const { exemption } = fields.data;
    return {
      ...termsOf(exemption),
      customerId: exemption.customerId,
      country: places.country,
      /** None: the whole country. */
      states: places.states,
    };
  });
  sentShapes.set(input, exemptionFields);
  return input;
}
export type ExemptionInput = z.output<ReturnType<typeof exemptionInput>>;

type Places = {
  readonly country: string;
  readonly states: readonly Subdivision[];
  readonly issues: readonly Issue[];
};

const noPlaces: Places = { country: '', states: [], issues: [] };

function findPlaces(matcher: AddressMatcher, { exemption, states }: z.output<typeof placeFields>): Places {
  const country = matcher.findCountry(exemption.country);
  if (country === null) {
    const message = `${JSON.stringify(exemption.country)} is no country that the rate book knows.`;
    return { ...noPlaces, issues: [{ path: ['exemption', 'country'], code: 'UNKNOWN_VALUE', message }] };
  }
  const { state } = exemption;
  const entries = states.length > 0 ? states : state && textsOf(state).length > 0 ? [state] : [];
  const found: Subdivision[] = [];
  const issues: Issue[] = [];
  for (const [index, entry] of entries.entries()) {
    const path = states.length > 0 ? ['states', index] : ['exemption', 'state'];
    const subdivision = findNamedState(matcher, country, entry);
    const other = findSubdivision(matcher, country, entry.name ?? '');
    if (subdivision === null) {
      issues.push({ path, code: 'UNKNOWN_VALUE', message: 'No state is known by this abbreviation, code or name.' });
    } else if (other !== null && other.code !== subdivision.code) {
      const [one, two] = [subdivision, other].map(({ name, code }) => name ?? code);
      const message = `It is ${one} by one of its members and ${two} by name; leave out what is wrong.`;
      issues.push({ path, code: 'CONTRADICTION', message });
    } else found.push(subdivision);
  }
  return { country, states: found, issues };
}

/** By the first of its names that the rate book knows. */
export function findNamedState(
  matcher: AddressMatcher,
  country: string,
  entry: { readonly [Name in keyof StateEntry]?: unknown },
): Subdivision | null {
  for (const text of textsOf(entry)) {
    const subdivision = findSubdivision(matcher, country, text);
    if (subdivision) return subdivision;
  }
  return null;
}

function textsOf({ abbreviation, code, name }: { readonly [Name in keyof StateEntry]?: unknown }): string[] {
  return [abbreviation, code, name].filter((value) => typeof value === 'string' && value.trim() !== '') as string[];
}
