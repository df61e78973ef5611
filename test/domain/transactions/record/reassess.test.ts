import { describe, expect, it } from 'vitest';
import { documentToReassess } from '../../../../src/domain/transactions/record/reassess.ts';
import { documentIssues } from '../../../../src/tax/document-issues.ts';
import type { DocumentToAssess } from '../../../../src/tax/model/assessment.ts';
import { decimal } from '../../../../src/tax/numbers/decimal.ts';
import { figuresOf, recorded } from '../../../support/recorded.ts';
import { forMany, someDocument } from '../../../support/tax-arbitraries.ts';
import { aCertificate, aDocument, aFee, anItem, aPlace, aRule, aRuleOf, aTerm } from '../../../support/tax-builders.ts';

const throughRecord = (toAssess: DocumentToAssess): DocumentToAssess => {
  const { document, snapshot } = recorded(toAssess);
  return documentToReassess(document, snapshot);
};

const general = aRule({ id: 'test/ordinary' });
const holiday = aRule({
  treatment: 'HOLIDAY',
  terms: [],
  aboveCap: { capAmount: decimal('100'), isCapIncluded: true, rule: general },
});
const partial = aCertificate({
  relief: { kind: 'partial', exemptShare: decimal('0.4'), reducedRate: decimal('0.03') },
  validFrom: '2026-01-01',
});

describe('documentToReassess', () => {
  it('reproduces the figures of any document from only its record', () => {
    const sound = someDocument.filter((document) => documentIssues(document).length === 0);
    forMany(sound, 400, (toAssess) => {
      expect(figuresOf(throughRecord(toAssess))).toEqual(figuresOf(toAssess));
    });
  });

  it.each<[string, DocumentToAssess]>([
    [
      'a holiday with its ordinary rule',
      aDocument([anItem({ price: '80' }, { rule: holiday }), anItem({ price: '150' }, { rule: holiday })]),
    ],
    [
      'an amount per piece',
      aDocument([
        anItem({ price: '9', quantity: '4' }, { rule: aRuleOf({ kind: 'fixed', amountPerUnit: decimal('0.28') }) }),
      ]),
    ],
    [
      'terms of chosen districts',
      aDocument([anItem({ price: '9' }, { rule: aRule({ terms: [aTerm({ jurisdictionIds: ['STATE'] })] }) })]),
    ],
    [
      'local rates above a cap',
      aDocument([anItem({ price: '100' })], {
        place: { ...aPlace('0.0625', '0.01', '0.015'), localRateCap: decimal('0.02') },
      }),
    ],
    ['a partial exemption', aDocument([anItem({ price: '33.33' })], { certificates: [partial] })],
    [
      'a manual rate in a place without a tax',
      aDocument([anItem({ price: '10' }, { manualRate: decimal('0.05') }), anItem({ price: '10' })], {
        place: aPlace(),
      }),
    ],
    [
      'a fee that follows its goods',
      aDocument([anItem({ price: '10' }), anItem({ price: '20' }, { rule: aRule({ terms: [] }) })], {
        shippingFee: aFee('6', { followsGoods: 'IN_PROPORTION' }),
      }),
    ],
  ])('keeps %s', (_name, toAssess) => {
    const again = throughRecord(toAssess);
    expect(figuresOf(again)).toEqual(figuresOf(toAssess));
    expect(again.items.map(({ rule }) => rule)).toEqual(toAssess.items.map(({ rule }) => rule));
    expect(again.place).toEqual(toAssess.place);
  });

  it('keeps the certificates of its place and a few of those for elsewhere', () => {
    const elsewhere = Array.from({ length: 60 }, (_, n) => aCertificate({ id: `${n}`, subdivision: `S${n}` }));
    const here = [
      aCertificate({ id: 'here', subdivision: 'MN', validThrough: '2020-12-31' }),
      aCertificate({ id: 'all' }),
    ];
    const { snapshot } = recorded(aDocument([anItem({ price: '10' })], { certificates: [...elsewhere, ...here] }));
    expect(snapshot.certificates.map(({ id }) => id)).toEqual(['0', '1', '2', '3', '4', 'here', 'all']);
  });

  it('keeps a rule once, however many lines it taxes', () => {
    const lines = [1, 2, 3].map(() => anItem({ price: '10' }, { rule: holiday }));
    const { snapshot } = recorded(aDocument(lines));
    expect(snapshot.rules.map(({ id }) => id)).toEqual(['test/general', 'test/ordinary']);
    expect(snapshot.items.map(({ rule }) => rule)).toEqual([0, 0, 0]);
  });
});
