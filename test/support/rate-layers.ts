import { randomUUID } from 'node:crypto';
import type {
  BoundariesLayer,
  BoundaryRow,
  CorrectionsLayer,
  RateCorrection,
  StateRatesLayer,
} from '../../src/domain/rate-book/rate-layer.ts';

export function aStateRatesLayer(changes: Partial<StateRatesLayer> = {}): StateRatesLayer {
  return {
    kind: 'STATE_RATES',
    layerId: `rates ${randomUUID()}`,
    source: 'Streamlined Sales Tax rate file MNR2026Q4NOV01',
    asOf: '2026-11-01',
    state: 'MN',
    jurisdictions: [
      {
        level: 'STATE',
        type: '45',
        code: '27',
        stacking: 'add',
        windows: [{ rate: '0.06875', validFrom: '2009-07-01', validThrough: null }],
      },
    ],
    ...changes,
  };
}

export function aBoundariesLayer(changes: Partial<BoundariesLayer> = {}): BoundariesLayer {
  return {
    kind: 'BOUNDARIES',
    layerId: `boundaries ${randomUUID()}`,
    source: 'Streamlined Sales Tax boundary file MNB2026Q4NOV01',
    asOf: '2026-11-01',
    state: 'MN',
    rowCount: 0,
    stacks: [],
    ...changes,
  };
}

export function aCorrectionsLayer(changes: Partial<CorrectionsLayer> = {}): CorrectionsLayer {
  return {
    kind: 'CORRECTIONS',
    layerId: `corrections ${randomUUID()}`,
    source: 'Corrections of 2026-11-01',
    asOf: '2026-11-01',
    rows: [],
    ...changes,
  };
}

export function aZipRow(zip: string, stack: number, changes: Partial<BoundaryRow> = {}): BoundaryRow {
  return {
    kind: 'ZIP',
    validFrom: '2026-01-01',
    validThrough: null,
    zipLow: zip,
    zipHigh: zip,
    plus4Low: null,
    plus4High: null,
    houseLow: null,
    houseHigh: null,
    houseParity: null,
    preDirection: '',
    street: '',
    suffix: '',
    postDirection: '',
    stack,
    ...changes,
  };
}

export function aZip4Row(zip: string, [low, high]: readonly [string, string], stack: number): BoundaryRow {
  return aZipRow(zip, stack, { kind: 'ZIP4', plus4Low: low, plus4High: high });
}

export function aStreetRow(
  zip: string,
  street: string,
  stack: number,
  changes: Partial<BoundaryRow> = {},
): BoundaryRow {
  return aZipRow(zip, stack, { kind: 'STREET', street, houseLow: 1, houseHigh: 999, houseParity: 'BOTH', ...changes });
}

/** A rate for the city of Minneapolis, by default 1 % from July 2026. */
export function aCorrection(changes: Partial<RateCorrection> = {}): RateCorrection {
  return {
    country: 'US',
    subdivision: 'MN',
    level: 'CITY',
    jurisdictionId: 'MN-M43000',
    name: null,
    county: null,
    stacking: null,
    rate: '0.01',
    validFrom: '2026-07-01',
    validThrough: null,
    zips: [],
    source: 'Ordinance 12',
    ...changes,
  };
}
