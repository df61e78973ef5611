import { timeZoneAbroad } from './time-zones-of-countries.ts';

/*
 * Time zones in the US: names and offsets from the IANA Time Zone Database (2025b), limits from 49 CFR part 71.
 * Sections 71.5(a) and 71.7(a) were read on 2026-11-26; the other counties follow commonly published lists, and a ZIP
 * code table agrees in FL, ID, KS, NE, TN and TX. A divided county, such as Cherry, Gulf, McKenzie or Sioux, has the
 * zone of most of its people. The Navajo Nation, West Wendover and the western Aleutians have the zone of their state,
 * which is approximate.
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

/** Counties in a different zone from most of the state. */
const counties = `
FL America/Chicago: Bay, Calhoun, Escambia, Holmes, Jackson, Okaloosa, Santa Rosa, Walton, Washington
ID America/Los_Angeles: Benewah, Bonner, Boundary, Clearwater, Idaho, Kootenai, Latah, Lewis, Nez Perce, Shoshone
IN America/Chicago: Gibson, Jasper, Lake, LaPorte, Newton, Perry, Porter, Posey, Spencer, Starke, Vanderburgh, Warrick
KS America/Denver: Greeley, Hamilton, Sherman, Wallace
KY America/Chicago: Adair, Allen, Ballard, Barren, Breckinridge, Butler, Caldwell, Calloway, Carlisle, Christian, Clinton
KY America/Chicago: Crittenden, Cumberland, Daviess, Edmonson, Fulton, Graves, Grayson, Green, Hancock, Hart, Henderson
KY America/Chicago: Hickman, Hopkins, Livingston, Logan, Lyon, Marshall, McCracken, McLean, Metcalfe, Monroe, Muhlenberg, Ohio
KY America/Chicago: Russell, Simpson, Todd, Trigg, Union, Warren, Webster
MI America/Chicago: Dickinson, Gogebic, Iron, Menominee
ND America/Denver: Adams, Billings, Bowman, Dunn, Golden Valley, Grant, Hettinger, Slope, Stark
NE America/Denver: Arthur, Banner, Box Butte, Chase, Cheyenne, Dawes, Deuel, Dundy, Garden, Grant, Hooker, Keith, Kimball
NE America/Denver: Morrill, Perkins, Scotts Bluff, Sheridan, Sioux
OR America/Denver: Malheur
SD America/Denver: Bennett, Butte, Corson, Custer, Dewey, Fall River, Haakon, Harding, Jackson, Lawrence, Meade, Oglala Lakota
SD America/Denver: Pennington, Perkins, Ziebach
TN America/New_York: Anderson, Blount, Bradley, Campbell, Carter, Claiborne, Cocke, Grainger, Greene, Hamblen, Hamilton, Hancock
TN America/New_York: Hawkins, Jefferson, Johnson, Knox, Loudon, McMinn, Meigs, Monroe, Morgan, Polk, Rhea, Roane, Scott, Sevier
TN America/New_York: Sullivan, Unicoi, Union, Washington
TX America/Denver: El Paso, Hudspeth
`;

const zoneOfState: ReadonlyMap<string, string> = new Map(
  Object.entries(statesByZone).flatMap(([zone, codes]) => codes.split(' ').map((code) => [code, zone] as const)),
);

const zoneOfCounty: ReadonlyMap<string, string> = new Map(
  counties
    .trim()
    .split('\n')
    .flatMap((line) => {
      const [, state, zone, names] = /^(\w\w) (\S+): (.*)$/.exec(line)!;
      return names!.split(', ').map((name) => [countyKey(state!, name), zone!] as const);
    }),
);

/** The counties above, as `FL Bay County`. */
export const countiesApart: readonly string[] = [...zoneOfCounty.keys()];

function countyKey(state: string, name: string): string {
  return `${state} ${name} County`;
}

type ZonedPlace = {
  readonly country: string | null;
  /** US state, or a region by code or name. */
  readonly state: string | null;
  readonly county?: string | null | undefined;
};

/** The time zone of a place; UTC if it is unknown. */
export function timeZoneOf({ country, state, county }: ZonedPlace): string {
  if (country === null) return 'UTC';
  if (country !== 'US') return timeZoneAbroad(country, state) ?? 'UTC';
  return zoneOfCounty.get(`${state} ${county}`) ?? zoneOfState.get(state ?? '') ?? 'UTC';
}

type Zone = { readonly format: Intl.DateTimeFormat; minute: number; day: string };

/**
 * Formatters by time zone, each with its most recent minute and the day of that minute. Creating a formatter takes
 * longer than calculating a small cart.
 */
const zones = new Map<string, Zone>();
const minuteMs = 60_000;
/** From this date, every zone has an offset in whole minutes, so the day never changes within a minute. */
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
  // The Swedish date format is the same as ISO 8601.
  const format = new Intl.DateTimeFormat('sv-SE', { timeZone, dateStyle: 'short' });
  const zone = { format, minute: Number.NaN, day: '' };
  zones.set(timeZone, zone);
  return zone;
}
