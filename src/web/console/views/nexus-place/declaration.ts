import type { NodeOf, VariablesOf } from '../../base/graphql.ts';
import type { declareOperation, placeOperation } from './operations.ts';

export type Tracker = NodeOf<typeof placeOperation, 'nexusTrackers'>;
export type Declaration = NonNullable<Tracker['declaration']>;
type Input = VariablesOf<typeof declareOperation>['input'];

/** The addition that a dialog makes to the declaration. */
export type Addition =
  | { readonly kind: 'physical'; readonly from: string; readonly to: string; readonly note: string }
  | { readonly kind: 'economic'; readonly from: string; readonly to: string }
  | {
      readonly kind: 'registration';
      readonly from: string;
      readonly to: string;
      readonly number: string;
      readonly scheme: string;
      readonly frequency: string;
      readonly dueDay: string;
      readonly isEstablished: boolean;
    };

const frequencies = ['MONTHLY', 'QUARTERLY', 'HALF_YEARLY', 'YEARLY'] as const;
const schemes = ['STANDARD', 'UNION_ONE_STOP_SHOP', 'NON_UNION_ONE_STOP_SHOP', 'IMPORT_ONE_STOP_SHOP'] as const;

const among = <Value extends string>(values: readonly Value[], text: string): Value | undefined =>
  values.find((value) => value === text);

/**
 * A declaration can only be replaced completely, so existing entries are sent along. The request is refused if someone
 * has changed them in the meantime.
 */
export function declarationWith(
  { country, state, declaration }: Pick<Tracker, 'country' | 'state' | 'declaration'>,
  addition: Addition,
): Input {
  const { physicalNexus = [], economicNexus = [], registrations = [], version = 0 } = declaration ?? {};
  const window = { validFrom: addition.from, ...(addition.to !== '' && { validThrough: addition.to }) };
  const input = {
    country,
    ...(state !== null && { state }),
    physicalNexus,
    economicNexus,
    registrations,
    ifVersion: version,
  };
  switch (addition.kind) {
    case 'physical':
      return {
        ...input,
        physicalNexus: [...physicalNexus, { ...window, ...(addition.note !== '' && { note: addition.note }) }],
      };
    case 'economic':
      return { ...input, economicNexus: [...economicNexus, window] };
    case 'registration': {
      const frequency = among(frequencies, addition.frequency);
      const added = {
        ...window,
        scheme: among(schemes, addition.scheme) ?? 'STANDARD',
        ...(addition.number !== '' && { number: addition.number }),
        ...(frequency && { filingFrequency: frequency }),
        ...(addition.dueDay !== '' && { filingDueDay: Number(addition.dueDay) }),
        ...(addition.isEstablished && { hasFixedEstablishment: true }),
      };
      return { ...input, registrations: [...registrations, added] };
    }
  }
}

/** `US-MN` is a state, `CA-QC` a region, `DE` a country, `EU` the member states together. */
export function placeFilter(place: string) {
  const [country = '', state] = place.toUpperCase().split('-');
  return { country: { eq: country }, state: state === undefined ? { isNull: true } : { eq: state } };
}

type Window = { readonly validFrom: string; readonly validThrough: string | null };

export function windowState({ validFrom, validThrough }: Window, today: string): 'now' | 'ended' | 'later' {
  if (validFrom > today) return 'later';
  return validThrough !== null && validThrough < today ? 'ended' : 'now';
}

/** All twelve months of a year, including those without an amount. */
export function monthsOf<Month extends { readonly month: string }>(year: string, months: readonly Month[]) {
  const byMonth = new Map(months.map((one) => [one.month, one]));
  return Array.from({ length: 12 }, (_, index) => {
    const month = `${year}-${String(index + 1).padStart(2, '0')}`;
    return { month, found: byMonth.get(month) ?? null };
  });
}
