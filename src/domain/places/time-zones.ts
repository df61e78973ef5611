/*
 * The time zone of most of a state's or country's people (IANA Time Zone Database). Zone borders within a state are ignored,
 * because the zone only decides which day is today.
 */
const statesByZone = {
  'America/New_York': 'CT DC DE FL GA IN KY MA MD ME MI NC NH NJ NY OH PA RI SC VA VT WV',
  'America/Chicago': 'AL AR IA IL KS LA MN MO MS ND NE OK SD TN TX WI',
  'America/Denver': 'CO ID MT NM UT WY',
  'America/Phoenix': 'AZ',
  'America/Los_Angeles': 'CA NV OR WA',
  'America/Anchorage': 'AK',
  'Pacific/Honolulu': 'HI',
  'America/Puerto_Rico': 'PR VI',
  'Pacific/Guam': 'GU MP',
  'Pacific/Pago_Pago': 'AS',
} as const;

const countriesByZone = {
  'Europe/London': 'GB IE PT',
  'Europe/Berlin': 'AD AL AT BA BE CH CZ DE DK ES FR HR HU IT LI LU MC ME MK MT NL NO PL RS SE SI SK SM',
  'Europe/Athens': 'BG CY EE FI GR LT LV MD RO UA',
  'Europe/Istanbul': 'TR',
  'Asia/Tokyo': 'JP',
  'Asia/Seoul': 'KR',
  'Asia/Singapore': 'SG MY PH CN TW HK',
  'Asia/Kolkata': 'IN',
  'Asia/Dubai': 'AE OM',
  'Asia/Riyadh': 'SA KW QA BH',
  'Africa/Johannesburg': 'ZA',
  'Pacific/Auckland': 'NZ',
} as const;

const zoneOfState = zonesByCode(statesByZone);
const zoneOfCountry = zonesByCode(countriesByZone);

/** The time zone of a place; UTC where it is unknown or the country has several. */
export function timeZoneOf(country: string | null, state: string | null): string {
  if (country === 'US') return zoneOfState.get(state ?? '') ?? 'UTC';
  return zoneOfCountry.get(country ?? '') ?? 'UTC';
}

type Zone = { readonly format: Intl.DateTimeFormat; minute: number; day: string };

/**
 * Formatters by time zone, each with the last minute requested and its day. Creating a formatter takes longer than calculating
 * a small cart.
 */
const zones = new Map<string, Zone>();
const minuteMs = 60_000;
/** Since then, the offset of every zone has been in whole minutes, so the day never changes within a minute. */
const wholeMinutesSince = Date.UTC(1973, 0, 1);

/** The calendar day of an instant in one of the time zones above. */
export function dayIn(timeZone: string, at: Date): string {
  const zone = zones.get(timeZone) ?? newZone(timeZone);
  const time = at.getTime();
  if (!(time >= wholeMinutesSince)) return zone.format.format(at);
  const minute = Math.floor(time / minuteMs);
  if (zone.minute !== minute) {
    zone.day = zone.format.format(at);
    zone.minute = minute;
  }
  return zone.day;
}

function newZone(timeZone: string): Zone {
  // Swedish dates are written as in ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const zone = { format, minute: Number.NaN, day: '' };
  zones.set(timeZone, zone);
  return zone;
}

function zonesByCode(codesByZone: Readonly<Record<string, string>>): ReadonlyMap<string, string> {
  const entries = Object.entries(codesByZone);
  return new Map(entries.flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone] as const)));
}
