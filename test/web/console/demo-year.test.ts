import { describe, expect, it } from 'vitest';
import { demoYear } from '../../../src/web/console/demo-year/year.ts';

describe('the demo year', () => {
  const year = demoYear('2026-11-25');

  it('is the same for everyone on the same day', () => {
    expect(JSON.stringify(demoYear('2026-11-25'))).toBe(JSON.stringify(year));
    expect(year.invoices[0]).toMatchObject({ externalId: 'INV-10001', source: '9' });
  });

  it('has sixty customers and about 1,500 documents, none of them of tomorrow', () => {
    expect(year.customers).toHaveLength(60);
    expect(new Set(year.customers.map(({ externalId }) => externalId)).size).toBe(60);
    const documents = [...year.invoices, ...year.refunds];
    expect(documents.length).toBeGreaterThan(1_450);
    expect(documents.length).toBeLessThan(1_550);
    const days = documents.map(({ externalTimestamps }) => externalTimestamps.createdDate).sort();
    expect(days[0]! >= '2025-11-01').toBe(true);
    expect(days.at(-1)! <= '2026-11-25').toBe(true);
  });

  it('leaves the due days of returns to the law', () => {
    const declared = year.nexus.flatMap(({ registrations = [] }) => registrations);
    expect(declared).toHaveLength(11);
    for (const registration of declared) expect(registration).not.toHaveProperty('filingDueDay');
  });

  it('has a seller in Europe, in its own currency', () => {
    const european = year.invoices.filter(({ subsidiary }) => subsidiary === 'Europe');
    expect(european.length).toBeGreaterThan(80);
    expect(new Set(european.map(({ currency }) => currency))).toEqual(new Set(['EUR']));
    expect(new Set(european.map(({ shipFromAddress }) => shipFromAddress?.country))).toEqual(new Set(['DE']));
  });

  it('refunds invoices that were sold before, and not cancelled', () => {
    const sold = new Map(year.invoices.map((one) => [one.externalId, one]));
    for (const refund of year.refunds) {
      const invoice = sold.get(String(refund.createdFrom))!;
      expect(invoice.transactionType).toBe('INVOICE');
      expect(invoice.transactionStatus).not.toBe('CANCELLED');
      expect(refund.externalTimestamps.createdDate > invoice.externalTimestamps.createdDate).toBe(true);
    }
    expect(year.refunds.length).toBeGreaterThan(50);
  });

  it('has certificates that expire soon, and one that has', () => {
    const ends = year.exemptions.map(({ exemption }) => exemption.validationDates?.toDate ?? null);
    expect(ends.filter((day) => day !== null && day > '2026-11-25' && day <= '2026-12-25')).toHaveLength(3);
    expect(ends.filter((day) => day !== null && day < '2026-11-25')).toHaveLength(1);
  });
});
