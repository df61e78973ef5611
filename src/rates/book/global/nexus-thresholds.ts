import type { NexusThreshold } from '../../../domain/nexus/nexus-threshold.ts';
import { asList, asOneOf, asRecord, asText, type JsonRecord } from '../files/json-file.ts';
import { readNexusThreshold } from '../files/nexus-thresholds.ts';

export type ThresholdAbroad = {
  /** `EU` for all member states combined, `EACH_EU` for each member state. */
  readonly country: string;
  readonly sellers: 'ABROAD' | 'OUTSIDE_EU' | 'IN_ONE_MEMBER_STATE';
  readonly threshold: NexusThreshold;
};

const bases = { gross: 'GROSS', consumers: 'CONSUMERS' } as const;

export function readThresholdsAbroad(file: JsonRecord): readonly ThresholdAbroad[] {
  return asList(file.thresholds, 'nexus').map((value) => {
    const row = asRecord(value, 'nexus');
    const country = asText(row.country, 'nexus');
    const source = asText(row.source, country);
    const countedSales = { basis: bases[asOneOf(['gross', 'consumers'], row.countedSales, country)], source };
    return {
      country,
      sellers: asOneOf(['ABROAD', 'OUTSIDE_EU', 'IN_ONE_MEMBER_STATE'], row.sellers, country),
      threshold: readNexusThreshold({
        row,
        currency: asText(row.currency, country),
        countedSales,
        sourceOf: () => source,
      }),
    };
  });
}

type Country = { readonly code: string; readonly isInEu: boolean };

/** The thresholds of a country, or of the `EU`, for a seller established in another country. */
export function thresholdsAbroad(
  rows: readonly ThresholdAbroad[],
  country: Country,
  home: Country,
): readonly NexusThreshold[] {
  const ofCountry = rows.filter((row) => row.country === country.code);
  const isMember = country.isInEu && country.code !== 'EU';
  const ofPlace = ofCountry.length === 0 && isMember ? rows.filter((row) => row.country === 'EACH_EU') : ofCountry;
  const isForSeller = ({ sellers }: ThresholdAbroad) =>
    sellers === 'ABROAD' || home.isInEu === (sellers === 'IN_ONE_MEMBER_STATE');
  if (country.code === home.code) return [];
  return ofPlace.filter(isForSeller).map(({ threshold }) => threshold);
}
