import { describe, expect, it } from 'vitest';
import { assess } from '../../../src/tax/assess.ts';
import type { Certificate, DocumentToAssess, TreatmentFacts } from '../../../src/tax/model/assessment.ts';
import { decimal, decimalText } from '../../../src/tax/numbers/decimal.ts';
import { aCertificate, aDocument, aFee, anItem, untaxedRule } from '../../support/tax-builders.ts';

/** Circumstances that determine the treatment, in order of precedence: each overrides all that follow. */
type Circumstance = { reason: string; line?: Partial<TreatmentFacts>; document?: Partial<DocumentToAssess> };

const circumstances: Circumstance[] = [
  { reason: 'REVERSE_CHARGE', line: { supply: { kind: 'REVERSE_CHARGE', sentence: null } } },
  { reason: 'MARKETPLACE', document: { customerType: 'MARKETPLACE' } },
  { reason: 'CUSTOMER_EXEMPT', document: { certificates: [aCertificate()] } },
  { reason: 'SENT_AS_NOT_TAXABLE', line: { isSentAsNotTaxable: true } },
  { reason: 'MANUAL_RATE', line: { manualRate: decimal('0.1') } },
  { reason: 'NOT_COLLECTING', document: { isCollecting: false } },
  { reason: 'NO_TAX_THERE', line: { supply: { kind: 'NO_TAX_THERE', sentence: null } } },
  { reason: 'PRODUCT_NOT_TAXABLE', line: { rule: untaxedRule } },
  { reason: 'TAXED' },
];

const tails = circumstances.map((_, index) => circumstances.slice(index));

describe('the treatment of a line', () => {
  it.each(tails.map((tail) => [tail[0]!.reason, tail] as const))('%s beats all that follow it', (reason, tail) => {
    // A line has only one supply, which follows from the first circumstance.
    const lastToFirst = tail.toReversed();
    const treatment = Object.assign({}, ...lastToFirst.map(({ line }) => line));
    const rest = Object.assign({}, ...lastToFirst.map(({ document }) => document));
    const document = aDocument([anItem({ price: '100' }, treatment)], { ...rest, shippingFee: aFee('10', treatment) });
    const { items, shippingFee } = assess(document);
    expect([items[0]!.reason, shippingFee!.reason]).toEqual([reason, reason]);
  });

  it.each([
    ['RETAIL', 'TAXED', '6'],
    ['RESELLER', 'TAXED', '6'],
    ['RETAIL_EXEMPT', 'CUSTOMER_TYPE', '0'],
    ['MARKETPLACE', 'MARKETPLACE', '0'],
  ] as const)('a %s buyer is %s', (customerType, reason, tax) => {
    const [line] = assess(aDocument([anItem({ price: '100' })], { customerType })).items;
    expect([line!.reason, decimalText(line!.taxAmount)]).toEqual([reason, tax]);
  });

  it.each([
    'NO_TAX_THERE',
    'NOT_COVERED',
    'OUTSIDE_TERRITORY',
    'REVERSE_CHARGE',
    'INTRA_COMMUNITY',
    'EXPORT',
    'IMPORT_AT_BORDER',
  ] as const)('a supply of kind %s is untaxed, with this reason in every jurisdiction', (kind) => {
    const [line] = assess(aDocument([anItem({ price: '100' }, { supply: { kind, sentence: 'x' } })])).items;
    expect([line!.reason, ...line!.taxLines.map(({ reason }) => reason)]).toEqual([kind, kind, kind]);
    expect([line!.taxAmount, line!.taxRate, line!.taxableAmount].map(decimalText)).toEqual(['0', '0', '0']);
  });
});

describe('a full certificate', () => {
  it.each<[Partial<Certificate>, boolean, string]>([
    [{ country: 'US', subdivision: null }, true, 'the whole country'],
    [{ subdivision: 'MN' }, true, 'the state'],
    [{ subdivision: 'WI' }, false, 'another state'],
    [{ country: 'CA' }, false, 'another country'],
    [{ validFrom: '2026-07-01', validThrough: '2026-07-01' }, true, 'its only day'],
    [{ validFrom: '2026-07-02' }, false, 'the day before it'],
    [{ validThrough: '2026-06-30' }, false, 'the day after it'],
    [{ taxCodes: ['C9S9', 'C1S1'] }, true, 'its tax codes'],
    [{ taxCodes: [' c1s1'] }, true, 'its tax code, written in another way'],
    [{ taxCodes: ['C9S9'] }, false, 'other tax codes'],
  ])('%j covers the line: %s (%s)', (certificate, isCovered) => {
    const document = aDocument([anItem({ price: '100' })], { certificates: [aCertificate(certificate)] });
    const [line] = assess(document).items;
    expect(line!.reason).toBe(isCovered ? 'CUSTOMER_EXEMPT' : 'TAXED');
    expect(decimalText(line!.taxAmount)).toBe(isCovered ? '0' : '6');
    expect(line!.taxLines.map(({ certificateId }) => certificateId)).toEqual(
      isCovered ? ['certificate', 'certificate'] : [null, null],
    );
  });

  it('is found among several certificates', () => {
    const certificates = [aCertificate({ id: 'past', validThrough: '2020-01-01' }), aCertificate({ id: 'good' })];
    const [line] = assess(aDocument([anItem({ price: '100' })], { certificates })).items;
    expect(line!.taxLines[0]!.certificateId).toBe('good');
  });
});
