import { dayOf } from '../domain/base/calendar.ts';
import { countsOf, type PlaceCoverage } from '../domain/lookups/rule-coverage.ts';
import { loadBundledReferenceData } from '../rates/book/bundled.ts';
import { coverageAt, listedPlaces } from '../usecases/lookups/get-rule-coverage.ts';
import { type Command, noArguments } from './command.ts';

export const coverageOfRatesCommand: Command = {
  name: 'rates coverage',
  usage: '[--json]',
  summary:
    'for each place, counts the tax codes with specific rules (by source), with only the standard rate, and without sources',

  async run(args, terminal) {
    noArguments(args);
    const reference = loadBundledReferenceData();
    const on = dayOf(terminal.now());
    const places = listedPlaces(reference).map((place) => coverageAt(reference, place, on));
    const isState = ({ place }: PlaceCoverage) => place.startsWith('US-');
    for (const [title, listed] of [
      ['US states', places.filter(isState)],
      ['other countries', places.filter((place) => !isState(place))],
    ] as const) {
      for (const place of listed) terminal.printRecord({ place: place.place, ...shown([place]) });
      terminal.printRecord({ place: title, ...shown(listed) });
    }
  },
};

function shown(places: readonly PlaceCoverage[]) {
  const {
    ownRuleCount,
    lawCount,
    authorityCount,
    severalSourcesCount,
    oneSourceCount,
    standardRateCount,
    noSourceCount,
  } = countsOf(places);
  return {
    own: `own ${ownRuleCount}`,
    law: `law ${lawCount}`,
    authority: `authority ${authorityCount}`,
    several: `several ${severalSourcesCount}`,
    one: `one ${oneSourceCount}`,
    standard: `standard ${standardRateCount}`,
    none: `none ${noSourceCount}`,
  };
}
