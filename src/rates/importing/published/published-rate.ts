import type { JurisdictionLevel } from '../../../tax/model/place.ts';
import type { Decimal } from '../../../tax/numbers/decimal.ts';

/** A rate as an authority publishes it. */
export type PublishedRate = {
  readonly line: number;
  readonly country: string;
  /** US state; null elsewhere. */
  readonly state: string | null;
  readonly level: JurisdictionLevel;
  readonly name: string;
  /** Distinguishes places of the same name. */
  readonly county: string | null;
  /** The code of the jurisdiction, if the file has one that the rate book uses too. */
  readonly code: string | null;
  /** `OWN`: of this jurisdiction alone. `COMBINED`: with the state and, for a city, its county. */
  readonly kind: 'OWN' | 'COMBINED';
  readonly rate: Decimal;
  /** The day that the rate is published for. */
  readonly on: string;
};

/** A file of published rates, as far as it could be read. */
export type PublishedFile = {
  readonly title: string;
  readonly rates: readonly PublishedRate[];
  /** Lines that hold no rate although they should. */
  readonly unreadable: readonly number[];
};
