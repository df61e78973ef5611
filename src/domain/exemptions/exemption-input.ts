import { z } from 'zod';
import type { Issue } from '../base/errors.ts';
import { absentAsNull, boundedText, countryInput, customerIdInput } from '../base/fields.ts';
import { underFractionName } from '../base/fraction-names.ts';
import { input } from '../base/input.ts';
import { addIssue } from '../base/parse-input.ts';
import { isPlainObject, withoutNulls } from '../base/plain-object.ts';
import type { AddressMatcher } from '../places/placeable-address.ts';
import { findSubdivision, type Subdivision } from '../places/subdivision.ts';
import { checkTerms, exemptionTerms, termsFields } from './exemption-terms.ts';

const mostStates = 100;

const stateInput = input('StateInput', 'A state or province. Any one of the fields is enough.', {
  abbreviation: absentAsNull(boundedText(0, 20)).meta({ description: 'Abbreviation of the state, such as MN.' }),
  code: absentAsNull(boundedText(0, 20)).meta({ description: 'Code of the state, such as MN or the FIPS code 27.' }),
  name: absentAsNull(boundedText(0, 100)).meta({ description: 'Name of the state, such as Minnesota.' }),
});
type StateEntry = z.output<typeof stateInput>;

const placeFields = {
  country: absentAsNull(countryInput(0)).meta({
    description:
      'Country of the exemption, by ISO 3166-1 code, such as US, or in REST by English name. Required for an exemption in the whole country. Default with a state: US.',
  }),
  state: absentAsNull(stateInput).meta({ description: 'State of the exemption. Ignored if states has entries.' }),
};
const statesInput = z
  .array(stateInput)
  .max(mostStates)
  .meta({
    description: `States of the exemption, at most ${mostStates}. One exemption is stored for each state. If empty, exemption.state applies; if neither is given, the exemption covers the whole country in exemption.country.`,
  });

const customerId = customerIdInput.meta({ description: 'serviceId of the customer.' });

export const exemptionTermsInput = input(
  'ExemptionTermsInput',
  'Place and terms of an exemption, without its customer.',
  {
    ...placeFields,
    ...termsFields,
  },
);

/** The input as submitted, with its place unresolved. */
export const exemptionFields = z.object({
  exemption: z
    .object({ customerId, ...exemptionTermsInput.shape })
    .superRefine(checkTerms)
    .meta({ description: 'Customer, place and terms of the exemption.' }),
  states: statesInput,
});

/** An exemption with its customer as a separate member, so that the terms can be described separately. */
export const exemptionOfCustomerFields = input('UpsertExemptionsInput', 'An exemption, its customer and its states.', {
  customerId,
  exemption: exemptionTermsInput.meta({ description: 'Place and terms of the exemption.' }),
  states: statesInput,
});

/** The fields that identify the place; parsed separately if other fields have issues. */
const sentPlace = z.object({ exemption: z.object(placeFields), states: statesInput });
type SentPlace = z.output<typeof sentPlace>;

/** The exemption in a POST, with the states for which it is stored. */
export function exemptionInput(matcher: () => AddressMatcher) {
  const checkPlaces = (sent: SentPlace, ctx: z.core.$RefinementCtx): void => {
    const readable = ctx.issues.length === 0 ? sent : sentPlace.safeParse(withoutNulls(sent)).data;
    const issues = readable ? findPlaces(matcher(), readable).issues : [];
    for (const issue of issues) addIssue(ctx, issue);
  };
  const checked = exemptionFields.superRefine(checkPlaces, { when: () => true });
  const withStates = checked.transform(({ exemption, states: named }) => {
    const { country, states } = findPlaces(matcher(), { exemption, states: named });
    // An empty list of states means the whole country.
    return { ...exemptionTerms(exemption), customerId: exemption.customerId, country, states };
  });
  return z.preprocess(sentExemption, withStates);
}

/** Parses `exemptionOfCustomerFields`. */
export function exemptionOfCustomerInput(matcher: () => AddressMatcher) {
  return z.preprocess(withCustomerInside, exemptionInput(matcher));
}

/** Moves the customer into the exemption, as in a POST. */
export function withCustomerInside(sent: unknown): unknown {
  if (!isPlainObject(sent)) return sent;
  const { customerId, exemption, ...others } = sent;
  return { ...others, exemption: isPlainObject(exemption) ? { ...exemption, customerId } : exemption };
}

function sentExemption(raw: unknown): unknown {
  const sent = withoutNulls(raw);
  return isPlainObject(sent) ? { ...sent, exemption: underFractionName(sent.exemption, 'exemptFraction') } : sent;
}

export type ExemptionInput = z.output<ReturnType<typeof exemptionInput>>;

type Places = {
  readonly country: string;
  readonly states: readonly (Subdivision & { readonly sentCode: string | null })[];
  readonly issues: readonly Issue[];
};

const noPlaces: Places = { country: '', states: [], issues: [] };

/** An exemption for a whole country must not result from an omission. */
const unnamedPlace: Issue = {
  path: ['exemption', 'country'],
  code: 'REQUIRED',
  message: 'Specify the states of the exemption. For an exemption in the whole country, send country.',
};

function findPlaces(matcher: AddressMatcher, { exemption, states }: SentPlace): Places {
  const country = matcher.findCountry(exemption.country ?? 'US');
  if (country === null) {
    const message = `${JSON.stringify(exemption.country)} is not a country in the rate book.`;
    return { ...noPlaces, issues: [{ path: ['exemption', 'country'], code: 'UNKNOWN_VALUE', message }] };
  }
  const { state } = exemption;
  const entries = states.length > 0 ? states : state && textsOf(state).length > 0 ? [state] : [];
  if (entries.length === 0 && exemption.country === null) return { ...noPlaces, issues: [unnamedPlace] };
  const found: Places['states'][number][] = [];
  const issues: Issue[] = [];
  for (const [index, entry] of entries.entries()) {
    const path = states.length > 0 ? ['states', index] : ['exemption', 'state'];
    const subdivision = findNamedState(matcher, country, entry);
    const other = findSubdivision(matcher, country, entry.name ?? '');
    if (subdivision === null) {
      issues.push({ path, code: 'UNKNOWN_VALUE', message: 'Unknown state. Use an abbreviation, code or name.' });
    } else if (other !== null && other.code !== subdivision.code) {
      const [one, two] = [subdivision, other].map(({ name, code }) => name ?? code);
      const message = `The abbreviation or code means ${one}, but the name means ${two}. Omit the wrong one.`;
      issues.push({ path, code: 'CONTRADICTION', message });
    } else found.push({ ...subdivision, sentCode: entry.code });
  }
  return { country, states: found, issues };
}

/** Finds the state by the first member known to the rate book. */
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
