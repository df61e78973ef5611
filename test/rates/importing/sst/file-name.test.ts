import { describe, expect, it } from 'vitest';
import { readSstFileName } from '../../../../src/rates/importing/file-kind.ts';

describe('the name of an official file', () => {
  it.each([
    ['MNR2026Q2FEB18.csv', 'SST_RATES', 'MN', '2026-02-18'],
    ['KYR2012Q4Aug13.csv', 'SST_RATES', 'KY', '2012-08-13'],
    ['WYR2026Q3JUN2.CSV', 'SST_RATES', 'WY', '2026-06-02'],
    ['wab2026q3may27.zip', 'SST_BOUNDARIES', 'WA', '2026-05-27'],
    // The first quarter's file is published in the year before.
    ['OHB2026Q1NOV28.zip', 'SST_BOUNDARIES', 'OH', '2025-11-28'],
    ['NJR2018Q1OCT16 (1).zip', 'SST_RATES', 'NJ', '2017-10-16'],
  ])('%s is of kind %s, of %s, of %s', (name, kind, state, publishedOn) => {
    expect(readSstFileName(name)).toMatchObject({ kind, state, publishedOn });
  });

  it.each(['rates.csv', 'MNX2026Q2FEB18.csv', 'MNR2026Q5FEB18.csv', 'MNR2026Q2FOO18.csv', 'MNR2026Q2FEB188.csv'])(
    'is not %s',
    (name) => {
      expect(readSstFileName(name)).toBeNull();
    },
  );
});
