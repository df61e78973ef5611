import { cityTables } from './city-tables.ts';
import { countyTables } from './county-tables.ts';
import { illinois } from './illinois.ts';
import type { PublishedForm } from './published-rate.ts';
import { formOfTable, type PublishedTable } from './table.ts';
import { texas } from './texas.ts';

/**
 * The VAT export of the European Commission's database "Taxes in Europe". Only standard rates are read: reduced rates
 * use CN and CPA codes, which do not match our tax codes.
 */
const tedb: PublishedTable = {
  form: 'TEDB',
  title: 'European Commission, Taxes in Europe database',
  state: null,
  columns: {
    country: ['memberstate', 'ms', 'country'],
    type: ['type', 'ratetype', 'vatratetype'],
    rate: ['rate', 'vatrate', 'ratevalue', 'value'],
  },
  optional: { on: ['situationon', 'date'], category: ['category'], comment: ['comment', 'comments'] },
  unit: 'PERCENT',
  read(cell) {
    if (!/standard/i.test(cell('type'))) return 'reduced rates';
    if (/region/i.test(`${cell('category')} ${cell('comment')}`)) return 'rates of regions';
    const listed = cell('country').toUpperCase();
    const country = memberStates[listed] ?? listed;
    return [{ level: 'COUNTRY', country, name: country, rate: cell('rate'), on: cell('on') }];
  },
};

/** The Commission's country codes that differ from ISO codes. */
const memberStates: Readonly<Record<string, string>> = { EL: 'GR', UK: 'GB' };

/** All known formats. The first match is used. */
export const publishedForms: readonly PublishedForm[] = [
  texas,
  illinois,
  ...[...cityTables, ...countyTables, tedb].map(formOfTable),
];
