import { namesOf } from '../../domain/base/record.ts';
import { filingFrequency } from '../../domain/nexus/filing-frequency.ts';
import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import type { DueDay } from '../../domain/returns/due-days.ts';
import {
  asList,
  asNumber,
  asOneOf,
  asRecord,
  asText,
  asTextOrNull,
  asTexts,
  type JsonRecord,
} from './files/json-file.ts';
import { asSource } from './files/source.ts';

export type PlacedDueDay = DueDay & NexusPlace;

/** Rate books before this law have no such list. */
export function readDueDays(file: JsonRecord): readonly PlacedDueDay[] {
  return asList(file.dueDays ?? [], 'due days').map((value) => {
    const row = asRecord(value, 'due day');
    const country = asText(row.country, 'due day');
    const names = namesOf(filingFrequency);
    return {
      country,
      state: asTextOrNull(row.state, country),
      months: asNumber(row.months, country),
      day: asNumber(row.day, country),
      frequencies:
        row.frequencies === undefined
          ? null
          : asTexts(row.frequencies, country).map((one) => asOneOf(names, one, country)),
      validFrom: asTextOrNull(row.from, country),
      validThrough: asTextOrNull(row.to, country),
      source: asSource(row.source, country).name,
    };
  });
}

/** Due days of a place, in file order: first of its state or region, then of its country. */
export function dueDaysAt(known: readonly PlacedDueDay[], { country, state }: NexusPlace): readonly DueDay[] {
  const there = known.filter((one) => one.country === country);
  return [
    ...there.filter((one) => one.state !== null && one.state === state),
    ...there.filter((one) => one.state === null),
  ];
}
