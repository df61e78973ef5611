import { namesOf } from '../../domain/base/record.ts';
import type { NexusPlace } from '../../domain/nexus/nexus.ts';
import { filingFrequency } from '../../domain/nexus/nexus-record.ts';
import type { DueDay, OfReturns } from '../../domain/returns/payment/due-days.ts';
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

/** Books from earlier releases contain no due days. */
export function readDueDays(file: JsonRecord): readonly PlacedDueDay[] {
  return asList(file.dueDays ?? [], 'due days').map((value) => {
    const row = asRecord(value, 'due day');
    return {
      ...readOfReturns(row, 'due day'),
      months: asNumber(row.months, 'due day'),
      day: asNumber(row.day, 'due day'),
      firstMonth: asNumber(row.firstMonth ?? 1, 'due day'),
      source: asSource(row.source, 'due day').name,
    };
  });
}

/** The place and the returns to which a row applies. */
export function readOfReturns(row: JsonRecord, where: string): OfReturns & NexusPlace {
  const country = asText(row.country, where);
  const names = namesOf(filingFrequency);
  return {
    country,
    state: asTextOrNull(row.state, country),
    frequencies:
      row.frequencies === undefined
        ? null
        : asTexts(row.frequencies, country).map((one) => asOneOf(names, one, country)),
    validFrom: asTextOrNull(row.from, country),
    validThrough: asTextOrNull(row.to, country),
  };
}

/** Due days of a place, in file order: first the rows of its state or region, then the rows of its country. */
export function dueDaysAt(known: readonly PlacedDueDay[], place: NexusPlace): readonly DueDay[] {
  return rowsAt(known, place);
}

export function rowsAt<Row extends NexusPlace>(known: readonly Row[], { country, state }: NexusPlace): readonly Row[] {
  const there = known.filter((one) => one.country === country);
  return [
    ...there.filter((one) => one.state !== null && one.state === state),
    ...there.filter((one) => one.state === null),
  ];
}
