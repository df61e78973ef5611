import { describe, expect, it } from 'vitest';
import { readPeriodText, readReportPeriod, reportPeriodIssues } from '../../../src/domain/base/report-period.ts';

describe('a report period', () => {
  it('is in the years 1900 to 9998', () => {
    expect(readPeriodText('1900')).toEqual({ from: '1900-01-01', to: '1900-12-31' });
    expect(readPeriodText('9998-12')).toEqual({ from: '9998-12-01', to: '9998-12-31' });
    for (const text of ['0000', '0050', '1899-Q4', '9999-12', '0001-01-01..2026-01-31', '2026-01-01..9999-12-31']) {
      expect([text, readPeriodText(text)]).toEqual([text, null]);
    }
  });

  it('has issues that name its days', () => {
    const { issues } = readReportPeriod({ period: null, from: '0001-01-01', to: '9999-12-31' });
    expect(issues).toEqual([
      {
        path: ['from'],
        code: 'OUT_OF_RANGE',
        message: 'from must be from 1900-01-01 to 9998-12-31, not 0001-01-01.',
      },
      { path: ['to'], code: 'OUT_OF_RANGE', message: 'to must be from 1900-01-01 to 9998-12-31, not 9999-12-31.' },
    ]);
    expect(reportPeriodIssues({ from: '2026-02-01', to: '2026-01-31' }, 'dueTo')).toMatchObject([
      { path: ['dueTo'], message: 'dueTo (2026-01-31) must not be before dueFrom (2026-02-01).' },
    ]);
  });
});
