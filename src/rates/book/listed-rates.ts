import { listedStates, makeFreshness } from '../../domain/coverage/freshness.ts';
import type { VersionToLoad } from './bundled.ts';
import { ownBook, readBookFiles } from './files/book-files.ts';
import { asRecord, asText, asTextOrNull } from './files/json-file.ts';
import { layOver } from './layers/lay-over.ts';
import { readRateLists } from './us/book/state-facts.ts';

/**
 * The states of a version that publish lists of local rates, as read from the file headers. Rules and places are not
 * read, so `setAside` lacks corrected rules that cannot be read. Throws like `loadReferenceData` if a layer does not
 * match.
 */
export function readListedRates({ number, layers, archived = ownBook }: Omit<VersionToLoad, 'findBoundaries'>) {
  const { files, setAside } = layOver(readBookFiles(archived), layers);
  const bundledVersion = asText(files.head.version, 'book');
  const verified = asRecord(files.verified.days, 'verified');
  const days = new Map(
    files.states.map(({ code, read }) => {
      const head = asRecord(read().state, code);
      const place = `US-${code}`;
      const verifiedOn = asTextOrNull(verified[place], place);
      return [place, { readOn: asText(head.asOf, code), verifiedOn, lists: readRateLists(head, code) }];
    }),
  );
  const states = listedStates({
    states: files.states,
    freshnessOf: (place) => makeFreshness(days.get(place)!),
  });
  return { version: number === 0 ? bundledVersion : `${bundledVersion}+${number}`, states, setAside };
}
