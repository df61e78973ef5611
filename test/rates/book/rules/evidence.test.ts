import { describe, expect, it } from 'vitest';
import { doubtOf, ruleEvidenceOf } from '../../../../src/rates/book/rules/evidence.ts';

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
    ['LAW', 'Royal Decree 20, Table B, section IV since 2026-03-01 (https://kpmg.com/be)'],
    ['LAW', 'Cyprus VAT Law, Fifth Schedule, Table A, paragraph 7 (https://www.kinanis.com/)'],
    ['AUTHORITY', 'European Commission, Taxes in Europe Database, August 2025: restaurants (https://github.com/x)'],
    ['AUTHORITY', 'Minister for Finance: the reduced rate for repair (https://www.kildarestreet.com/wrans/?id=1)'],
    ['AUTHORITY', 'Ministry for Women: free of tax since 2026-01-01 (https://www.bmfwf.gv.at/faq.html)'],
    ['AUTHORITY', 'bofip.impots.gouv.fr'],
    [
      'AUTHORITY',
      'Comptroller of Maryland, Technical Bulletin No. 56 (https://www.marylandcomptroller.gov/tb-30.html)',
    ],
    [
      'only one unofficial publication confirms it; check it with the tax authority',
      'GOV.UK, VAT rates, as quoted by mobilexpense.com (https://www.mobilexpense.com/en/vat-rates-uk)',
    ],
    [
      'only one unofficial publication confirms it; check it with the tax authority',
      'Act 1008 of 2025 (https://www.example.gov/act, as quoted at https://forum.example/post/1)',
    ],
    ['SEVERAL_SOURCES', 'VAT Act, art. 27, as quoted at https://forum.example/1; news.test (https://news.test/2)'],
    ['LAW', 'CGI, art. 278-0 bis, A 3°; arrijr/vat-rates'],
    [
      'only one unofficial publication confirms it; check it with the tax authority',
      'books at the reduced rate, art. 98 (https://forum.example/1)',
    ],
    ['AUTHORITY', 'Decree 337/2025, as reported by news.test; European Commission, Taxes in Europe Database'],
    ['LAW', 'Guide, as quoted at https://forum.example/1; Code § 3 (https://www.example.gov/3)'],
    [
      'AUTHORITY',
      'European Commission, Taxes in Europe Database, answers of 2025-08-26 (https://github.com/a/b): hairdressing (CPA 96.02.11)',
    ],
    ['AUTHORITY', 'Point-of-sale rebate on children’s goods (https://www.canada.ca/en/revenue-agency/gi-063.html)'],
    ['AUTHORITY', 'Manitoba Finance, Bulletin No. 062, Personal Services (https://ryan.com/canada)'],
    ['AUTHORITY', 'Saskatchewan, Information Notice 2017-06 (https://ryan.com/canada)'],
    ['AUTHORITY', 'Japan’s consumption tax (https://tax-freeshop.jnto.go.jp/eng/consumption_tax.php)'],
    [
      'only one unofficial list confirms it; check it with the tax authority',
      'European Commission TEDB (vatnode/eu-vat-rates-data-js)',
    ],
    [
      'SEVERAL_SOURCES',
      'TaxLocus sales-tax data, refresh of 2026-08-18 (CC-BY-4.0) and open-sales-tax, commit 4cfd3c2',
    ],
    ['SEVERAL_SOURCES', 'Maine: 8 % since 2013 (http://report.saltcpa.com/maine/; https://legalclarity.org/maine)'],
    ['SEVERAL_SOURCES', 'regfollower.com; arrijr/vat-rates'],
    [
      'only one unofficial list confirms it; check it with the tax authority',
      'TaxLocus sales-tax data, refresh of 2026-08-18 (CC-BY-4.0)',
    ],
    [
      'only one unofficial list confirms it; check it with the tax authority',
      'NCSL, State Lodging Taxes (https://www.ncsl.org/elections-and-campaigns/state-lodging-taxes)',
    ],
    ['only one unofficial list confirms it; check it with the tax authority', 'arrijr/vat-rates'],
    [
      'only one unofficial publication confirms it; check it with the tax authority',
      'Avalara, services (https://avalara.com/learn/services; https://www.avalara.com/blog/services)',
    ],
    [
      'only one unofficial publication confirms it; check it with the tax authority',
      'easytax.co, EU new VAT rates from 2026: prescription medicines',
    ],
    ['only one unofficial publication confirms it; check it with the tax authority', 'two sources agree'],
    ['only one unofficial publication confirms it; check it with the tax authority', ''],
    [
      'no publication confirms it; check it with the tax authority',
      'recalled: Notification 2/2017-Central Tax (Rate), heading 4902',
    ],
  ])('%s: %s', (evidence, source) => {
    const doubt = doubtOf(source);
    expect(doubt ?? ruleEvidenceOf(source)).toBe(evidence);
    if (doubt !== null) expect(ruleEvidenceOf(source)).toBe('ONE_SOURCE');
  });
});
