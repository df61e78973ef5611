import type { RateChange } from '../../../domain/lookups/rate-changes.ts';
import type { Jurisdiction } from '../../../tax/model/place.ts';

/** The place of changes, and the day on which its sources were read. */
export type ChangedPlace = {
  readonly jurisdiction: Jurisdiction;
  readonly country: string;
  readonly subdivision: string | null;
  readonly asOf: string | null;
};

/** A change without its id. */
export type FoundChange = Omit<RateChange, 'changeId'>;

export const whereOf = ({ jurisdiction, country, subdivision }: ChangedPlace) => ({
  jurisdiction,
  country,
  subdivision,
  status: 'ENACTED' as const,
});
