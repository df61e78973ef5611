import { describe, expect, it } from 'vitest';
import { evidenceOf } from '../../../src/reference/rules/evidence.ts';

describe('what a source is', () => {
  it.each([
    ['LAW', 'C.R.S. 39-26-707; home rule cities by their own codes'],
    ['LAW', '§ 12 Abs. 2 Nr. 11 UStG'],
    ['LAW', 'M.G.L. c. 64H s. 6(k)'],
    ['LAW', 'Act 349/2023 Coll. (https://sovos.com/regulatory-updates/vat/czech-republic-vat-law-changes)'],
    [
      'LAW',
      'TaxLocus sales-tax data, refresh of 2026-08-18 (CC-BY-4.0); Texas S.B. 379 of 2023 (https://lemmy.nz/post/1)',
    ],
    ['AUTHORITY', 'bofip.impots.gouv.fr'],
    [
      'AUTHORITY',
      'Comptroller of Maryland, Technical Bulletin No. 56 (https://www.marylandcomptroller.gov/tb-30.html)',
    ],
    ['AUTHORITY', 'GOV.UK, VAT rates, as quoted by mobilexpense.com (https://www.mobilexpense.com/en/vat-rates-uk)'],
    ['TWO_SOURCES', 'TaxLocus sales-tax data, refresh of 2026-08-18 (CC-BY-4.0) and open-sales-tax, commit 4cfd3c2'],
    ['TWO_SOURCES', 'Maine: 8 % since 2013 (http://report.saltcpa.com/maine/; https://legalclarity.org/maine)'],
    ['TWO_SOURCES', 'regfollower.com; arrijr/vat-rates'],
    ['ONE_LIST', 'TaxLocus sales-tax data, refresh of 2026-08-18 (CC-BY-4.0)'],
    ['ONE_LIST', 'NCSL, State Lodging Taxes (https://www.ncsl.org/elections-and-campaigns/state-lodging-taxes)'],
    ['ONE_LIST', 'arrijr/vat-rates'],
    ['ONE_PAGE', 'Avalara, services (https://avalara.com/learn/services; https://www.avalara.com/blog/services)'],
    ['ONE_PAGE', 'easytax.co, EU new VAT rates from 2026: prescription medicines'],
    ['ONE_PAGE', 'two sources agree'],
    ['ONE_PAGE', ''],
    ['MEMORY', 'recalled: Notification 2/2017-Central Tax (Rate), heading 4902'],
  ])('%s: %s', (evidence, source) => {
    expect(evidenceOf(source)).toBe(evidence);
  });
});
