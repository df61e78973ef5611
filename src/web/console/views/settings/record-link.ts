import {
  certificateLink,
  certificateRequestsPath,
  customerPageLink,
  documentLink,
  nexusLink,
  returnLink,
  settingsLink,
} from '../../base/links.ts';
import { type Days, daysOf, periodName } from '../../format/period.ts';
import { placeName, placeParts } from '../../format/place-text.ts';

type Entry = { readonly recordType: string; readonly recordId: string | null; readonly recordKey: string };

/** The link to an entry's record; null if the record has no page. */
export function recordLink({ recordType, recordId, recordKey }: Entry): string | null {
  switch (recordType) {
    case 'TRANSACTION':
      return recordId && documentLink(recordId);
    case 'CUSTOMER':
      return recordId && customerPageLink(recordId);
    case 'EXEMPTION':
      return recordId && certificateLink(recordId);
    case 'CERTIFICATE_REQUEST':
      return certificateRequestsPath;
    case 'NEXUS':
      return nexusLink(nexusPlaceOf(recordKey));
    case 'TAX_RETURN': {
      const found = returnOf(recordKey);
      return found && returnLink(found);
    }
    case 'ACCOUNT':
      return settingsLink('account');
    case 'WEBHOOK_ENDPOINT':
      return settingsLink('webhooks');
    case 'CLIENT':
      return settingsLink('clients');
    default:
      return null;
  }
}

/** The number or name of an entry's record, otherwise the record's key. */
export function recordName({ recordType, recordKey }: Entry, clientNames: ReadonlyMap<string, string>): string {
  switch (recordType) {
    case 'TRANSACTION':
    case 'CUSTOMER':
    case 'PRODUCT':
      return recordKey.replace(/^\d+\//, '');
    case 'NEXUS':
      return placeName(placeParts(nexusPlaceOf(recordKey)));
    case 'TAX_RETURN': {
      const found = returnOf(recordKey);
      return found ? `${placeName(placeParts(found.place))}, ${periodName(found.period)}` : recordKey;
    }
    case 'EXEMPTION':
      return recordKey.replace(/^[^/]+\//, ''); // Removes the id of the customer from the key.
    case 'CERTIFICATE_REQUEST':
      return ''; // Its key is only an id.
    case 'CLIENT':
      return clientNames.get(recordKey) ?? recordKey;
    default:
      return recordKey;
  }
}

/** The stored code of a region begins with its country: `CA-QC`. */
const placeOf = (country: string, state: string | null) =>
  state === null ? country : state.includes('-') ? state : `${country}-${state}`;

/** The place from a key like `US/MN`. */
function nexusPlaceOf(recordKey: string): string {
  const [country = '', state = null] = recordKey.split('/');
  return placeOf(country, state);
}

/** The return from a key like `US/MN/2026-06-01/2026-06-30` or `DE/UNION_ONE_STOP_SHOP/2026-07-01/2026-09-30`. */
function returnOf(recordKey: string): Parameters<typeof returnLink>[0] | null {
  const parts = recordKey.split('/');
  const [from, to] = parts.slice(-2);
  const [country, ...more] = parts.slice(0, -2);
  if (country === undefined || from === undefined || to === undefined) return null;
  const scheme = more.find((part) => /_/.test(part)) ?? 'STANDARD';
  const state = more.find((part) => part !== scheme) ?? null;
  return { place: placeOf(country, state), period: periodOf({ from, to }), scheme };
}

/** The shortest name for the days: `2026-06`, `2026-Q2`, `2026-H1`, `2026`, or both days. */
function periodOf({ from, to }: Days): string {
  const [year, month] = [from.slice(0, 4), Number(from.slice(5, 7))];
  const named = [from.slice(0, 7), `${year}-Q${Math.ceil(month / 3)}`, `${year}-H${month <= 6 ? 1 : 2}`, year];
  const isThese = (period: string) => {
    const days = daysOf(period);
    return days?.from === from && days.to === to;
  };
  return named.find(isThese) ?? `${from}..${to}`;
}
