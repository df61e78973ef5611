import { describe, expect, it } from 'vitest';
import type { TraceStepView } from '../../../../src/domain/transactions/trace/trace-step.ts';
import { viewStep } from '../../../../src/domain/transactions/trace/trace-view.ts';
import { traceDocument } from '../../../../src/domain/transactions/trace/transaction-trace.ts';
import { explain, workOut } from '../../../../src/tax/assess.ts';
import { documentIssues } from '../../../../src/tax/document-issues.ts';
import type { DocumentToAssess } from '../../../../src/tax/model/assessment.ts';
import { decimal } from '../../../../src/tax/numbers/decimal.ts';
import { recorded } from '../../../support/recorded.ts';
import { forMany, someDocument } from '../../../support/tax-arbitraries.ts';
import { aCertificate, aDocument, aFee, anItem, aPlace, aRuleOf } from '../../../support/tax-builders.ts';

function viewsOf(toAssess: DocumentToAssess): TraceStepView[] {
  const { document, snapshot } = recorded(toAssess);
  return [...traceDocument(document, snapshot)].map((step) => viewStep(step, document.currency));
}

const coat = anItem(
  { price: '200', quantity: '3' },
  { rule: aRuleOf({ kind: 'general' }, { kind: 'excess-above', amount: decimal('175') }) },
);
const views = viewsOf(
  aDocument([coat, anItem({ price: '19.99' })], {
    transactionLevelDiscount: decimal('10'),
    place: aPlace('0.0625', '0.01'),
    shippingFee: aFee('7.95', { followsGoods: 'IN_PROPORTION' }),
    certificates: [
      aCertificate({ id: 'wisconsin', subdivision: 'WI' }),
      aCertificate({ id: 'ended', validThrough: '2026-06-30' }),
      aCertificate({ id: 'future', validFrom: '2026-07-02' }),
      aCertificate({
        id: 'freight',
        taxCodes: ['C6S1'],
        relief: { kind: 'partial', exemptShare: decimal('0.5'), reducedRate: null },
      }),
    ],
  }),
);
const messagesOf = (pointer: string) => views.filter((view) => view.pointer === pointer).map(({ message }) => message);

describe('the trace of a stored document', () => {
  it('explains where the document is taxed and which certificates do not apply', () => {
    expect(messagesOf('')).toEqual([
      'The shipping address was matched to Minneapolis, Hennepin, MN, 55415, US by its ZIP code (excellent match, score 1).',
      'On 2026-07-01 the general rate of STATE (state) is 6.25 % (in force from 2020-01-01; test).',
      'On 2026-07-01 the general rate of COUNTY (county) is 1 % (in force from 2020-01-01; test).',
      'The seller collects tax there.',
      'The exemption for WI was not applied: it is valid only in WI, US.',
      'The exemption for US was not applied: it was valid until 2026-06-30.',
      'The exemption for US was not applied: it is not valid before 2026-07-02.',
      'The tax on the document is 6.46 USD. Its total is 624.40 USD.',
    ]);
  });

  it('explains the tax of a line', () => {
    expect(messagesOf('/items/0')).toEqual([
      'Line total: 200.00 USD times 3 is 600.00 USD.',
      'Share of the transaction discount, in proportion to 600.00 USD: 9.67757544… USD truncated to 9.67 USD, plus 0.01 USD of the remainder, is 9.68 USD.',
      'Amount after discounts: 600.00 USD less 9.68 USD is 590.32 USD.',
      'The exemption for US was not applied: it covers only the tax codes C6S1.',
      'A rule of a test (in force from an unknown date; test).',
      'STATE (state), COUNTY (county): only the part of the unit price above 175 is taxed. The unit price is 196.77333333… USD, so 65.32 USD of the line is taxed.',
      'STATE (state) charges 6.25 % (in force from 2020-01-01; test).',
      'STATE (state): 65.32 USD times 6.25 % is 4.0825 USD.',
      'COUNTY (county) charges 1 % (in force from 2020-01-01; test).',
      'COUNTY (county): 65.32 USD times 1 % is 0.6532 USD.',
      'Total before rounding: 4.7357 USD.',
      'Tax: 4.7357 USD is rounded to 4.74 USD.',
      'Share of STATE (state): 4.08620689… USD truncated to 4.08 USD, plus 0.01 USD of the remainder, is 4.09 USD.',
      'Share of COUNTY (county): 0.6537931… USD truncated to 0.65 USD.',
    ]);
  });

  it('carries the facts of a step with its text', () => {
    expect(views.find(({ kind }) => kind === 'DISCOUNT_SHARED')).toMatchObject({
      pointer: '/items/0',
      basis: '600',
      exact: '600000/61999',
      amount: '9.68',
    });
    expect(
      views.find(({ kind, pointer }) => kind === 'CERTIFICATE_APPLIED' && pointer === '/shippingFee'),
    ).toMatchObject({
      exemptionId: 'freight',
      message: 'The exemption for US covers the line: 50 % of the price is exempt.',
    });
  });

  it('equals the trace of the calculation itself', () => {
    const sound = someDocument.filter((document) => documentIssues(document).length === 0);
    forMany(sound, 150, (toAssess) => {
      const steps = [...explain(workOut(toAssess))];
      const [address, ...views] = viewsOf(toAssess);
      expect(address!.kind).toBe('ADDRESS_MATCHED');
      const total = ({ kind }: { readonly kind: string }) => kind !== 'LINE_TOTALLED';
      const { currency } = recorded(toAssess).document;
      expect(views.filter(total)).toEqual(steps.map((step) => viewStep(step, currency)).filter(total));
    });
  });
});
