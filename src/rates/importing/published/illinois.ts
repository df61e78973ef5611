import { decimal } from '../../../tax/numbers/decimal.ts';
import { type PublishedForm, type PublishedRate, type UnreadLine, unreadableRate } from './published-rate.ts';
import { findDay, readDay } from './readings.ts';

/**
 * Location, name, county, whether rates depend on the address, first day, high rate and, two columns later, low rate.
 */
const record = /^\d{3}-(\d{4})-\d(.{25})(.{25})([YN])(\d{8})(.{5}).{5}(.{5})/;

/** The jurisdiction of the Regional Transportation Authority's tax, by county (70 ILCS 3615/4.03). */
const transit: Readonly<Record<string, string>> = {
  COOK: 'IL-DRTA-COOK',
  DUPAGE: 'IL-DRTA-COLLAR',
  KANE: 'IL-DRTA-COLLAR',
  LAKE: 'IL-DRTA-COLLAR',
  MCHENRY: 'IL-DRTA-COLLAR',
  WILL: 'IL-DRTA-COLLAR',
};

/**
 * The Department of Revenue's machine-readable file by county and municipality, in fixed-width columns. Its rates are
 * totals for general merchandise; locations with the number 5000 are counties.
 */
export const illinois: PublishedForm = {
  form: 'IL',
  title: 'Illinois Department of Revenue, rates by county and municipality',
  state: 'IL',
  matches: ([first]) => record.test(first?.cells.join(',') ?? ''),
  publishedOn: (_, name) => findDay(name),
  read(rows, day) {
    const rates: PublishedRate[] = [];
    const unreadable: UnreadLine[] = [];
    const leftOut = new Map<string, number>();
    const leave = (reason: string) => leftOut.set(reason, (leftOut.get(reason) ?? 0) + 1);
    const base = { country: 'US', state: 'IL', code: null, kind: 'COMBINED', through: null } as const;
    for (const { line, cells } of rows) {
      const [, location, place = '', ofCounty = '', isByAddress, start = '', high = '', low] =
        record.exec(cells.join(',')) ?? [];
      const [name, county, from] = [place.trim(), ofCounty.trim(), readDay(start)];
      const rate = /^[0-4]\d{4}$|^50000$/.test(high) ? decimal(`0.${high}`) : null;
      if (location !== undefined && county === '') leave('places outside Illinois');
      else if (isByAddress === 'Y' || (rate !== null && high !== low)) leave('rates that depend on the address');
      else if (rate === null || name === '') unreadable.push({ line, reason: unreadableRate });
      else {
        const includes = [transit[county.replace(/[^A-Z]/g, '')]].filter((id) => id !== undefined);
        const on = from !== null && from > day ? from : day;
        const level = location === '5000' ? 'COUNTY' : 'CITY';
        rates.push({
          ...base,
          line,
          level,
          name: level === 'COUNTY' ? county : name,
          county,
          includes,
          rate,
          on,
          from,
        });
      }
    }
    return { title: illinois.title, rates, unreadable, leftOut };
  },
};
