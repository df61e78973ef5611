import { field, type RecordOf, record } from './record.ts';

export const externalTimestamps = record(
  'ExternalTimestamps',
  'Dates of the record in your system, exactly as submitted: a day, or a date-time with or without a zone.',
  {
    createdDate: field.text(
      'When the record was created in your system. Its calendar day is the tax date of a document; for an instant in UTC (`Z`), the tax date is the day at the seller’s establishment.',
      { examples: ['2026-06-15T10:00:00-05:00'] },
    ),
    updatedDate: field.text('When the record was last changed in your system.', { examples: ['2026-06-15'] }),
  },
);
export type ExternalTimestamps = RecordOf<typeof externalTimestamps>;

export const internalTimestamps = record(
  'InternalTimestamps',
  'When this service stored and last changed the record. These times do not affect the tax.',
  {
    createdDate: field.instant('When the record was first stored here, in UTC.'),
    updatedDate: field.instant(
      'When this service last changed the record, in UTC; a request that changes nothing does not update it.',
    ),
  },
);
export type InternalTimestamps = RecordOf<typeof internalTimestamps>;

type Stored = { readonly internalTimestamps: InternalTimestamps };

/**
 * Creation and update times for records that are not part of the older API, which nests them in `internalTimestamps`.
 */
export const storedTimes = (of: string) => ({
  createdAt: field.derived(
    field.instant(`When this service first stored the ${of}.`),
    ({ internalTimestamps }: Stored) => internalTimestamps.createdDate,
  ),
  updatedAt: field.derived(
    field.instant(`When this service last changed the ${of}; a request that changes nothing does not update it.`),
    ({ internalTimestamps }: Stored) => internalTimestamps.updatedDate,
  ),
});

/**
 * The timestamps for a record that is changing now. If the system clock was set back, the record does not move back in
 * lists of changes.
 */
export function changedAt({ createdDate, updatedDate }: InternalTimestamps, now: Date): InternalTimestamps {
  return { createdDate, updatedDate: now > updatedDate ? now : updatedDate };
}

/** A submitted date, as a day and as an instant. */
type Timestamp = {
  /** The calendar day as the sender wrote it, in the sender's own offset. */
  readonly on: string;
  /** The instant; without a zone, read as UTC. */
  readonly at: Date;
};

const pattern = /^(\d{4}-\d{2}-\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?(Z|z|[+-]\d{2}:?\d{2})?)?$/;

/** Reads an ISO 8601 date or date-time in the years 1900 to 9998; null for other text. */
export function parseTimestamp(text: string): Timestamp | null {
  const match = pattern.exec(text);
  if (!match) return null;
  const [, on, hours = '00', minutes = '00', seconds = '00', fraction = '0', zone = 'Z'] = match;
  if (on! < '1900-01-01' || on! > '9998-12-31' || !isCalendarDay(on!)) return null;
  if (hours > '23' || minutes > '59' || seconds > '59') return null;
  const offset = zone.toUpperCase() === 'Z' ? 0 : offsetMinutes(zone);
  if (offset === null) return null;
  const milliseconds = fraction.slice(0, 3).padEnd(3, '0');
  const at = new Date(Date.parse(`${on}T${hours}:${minutes}:${seconds}.${milliseconds}Z`) - offset * 60_000);
  return { on: on!, at };
}

/** Whether `YYYY-MM-DD` is an existing day. There is no year 0, and the store cannot compare days in it. */
export function isCalendarDay(day: string): boolean {
  const date = new Date(`${day}T00:00:00Z`);
  return !day.startsWith('0000') && !Number.isNaN(date.getTime()) && date.toISOString().startsWith(day);
}

function offsetMinutes(zone: string): number | null {
  const hours = Number(zone.slice(1, 3));
  const minutes = Number(zone.slice(-2));
  if (hours > 14 || minutes > 59) return null;
  return (zone.startsWith('-') ? -1 : 1) * (hours * 60 + minutes);
}
