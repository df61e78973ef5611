import { dayOf } from '../domain/base/calendar.ts';
import { openBaseVersion } from '../rates/versions/base-version.ts';
import { decimalText } from '../tax/numbers/decimal.ts';
import { type Command, UsageError } from './command.ts';

export const findIdsCommand: Command = {
  name: 'rates ids',
  usage: '<name or id> [--json]',
  summary: 'finds the ids of jurisdictions for corrections, with level, name, county and rate',
  runsInServer: true,

  async run(args, terminal) {
    const wanted = folded(args.join(' '));
    if (wanted === '') throw new UsageError('Specify a name, such as: rates ids Chicago.');
    const { rateBooks } = await terminal.openStores();
    const list = (await openBaseVersion(rateBooks)).rateList();
    const all = list.jurisdictions({ country: null, subdivision: null, level: null, ids: null });
    for (const { key, jurisdiction, country, subdivision, county } of all) {
      if (![jurisdiction.name, jurisdiction.id].some((text) => folded(text).includes(wanted))) continue;
      const rate = list.jurisdictionRate(key, dayOf(terminal.now()))?.rate?.rate;
      terminal.printRecord({
        id: jurisdiction.id,
        country,
        state: subdivision ?? '',
        level: jurisdiction.level,
        name: jurisdiction.name,
        county: county ?? '',
        rate: rate ? decimalText(rate) : '0',
      });
    }
  },
};

const folded = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').trim().toLowerCase();
