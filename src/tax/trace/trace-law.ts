import { type CertificateRefusal, certificatesAt, coversCode } from '../law/exemptions.ts';
import type { Answer } from '../law/questions.ts';
import type { LineToBear } from '../lines/burden-finder.ts';
import { type FeeLaw, feeLaw } from '../lines/shipping.ts';
import type { Certificate } from '../model/assessment.ts';
import { fromUnits } from '../numbers/decimal.ts';
import { Fraction, oneFraction } from '../numbers/fraction.ts';
import type { StepFacts } from './trace.ts';
import { levySteps } from './trace-levies.ts';
import { inCurrency, type Working, type WorkingLine } from './working.ts';

/** Step 6 of a line: whether it is taxed, under which rule, at which rates, and its exact tax. */
export function lawSteps(line: WorkingLine, working: Working): StepFacts[] {
  const answer = working.finder.answerFor(line.treatment);
  const certificates = certificateSteps(answer, line, working);
  return [...certificates, ...(line.item ? itemSteps(answer, line, working) : feeSteps(answer, line, working))];
}

function itemSteps(answer: Answer, { treatment, taxed }: WorkingLine, working: Working): StepFacts[] {
  const { amounts, quantity } = taxed;
  return answerSteps(answer, { treatment, base: amounts.base, quantity, goodsShare: oneFraction }, working);
}

function feeSteps(answer: Answer, { treatment, taxed }: WorkingLine, working: Working): StepFacts[] {
  const { document, lines } = working;
  const { base } = taxed.amounts;
  const fee = document.shippingFee!;
  const law = feeLaw(fee, answer, base, lines.slice(0, document.items.length), document);
  if (law.kind === 'averaged') return averageSteps(law, base, document.minorUnit);
  const { goodsShare } = law;
  const toBear = { treatment, base, quantity: taxed.quantity, goodsShare };
  const steps = answerSteps(law.answer, toBear, working);
  if (fee.followsGoods === null || answer.kind !== 'by-rule') return steps;
  return [{ kind: 'FEE_FOLLOWS_GOODS', followsGoods: fee.followsGoods, taxableShare: goodsShare }, ...steps];
}

function averageSteps(law: FeeLaw & { readonly kind: 'averaged' }, base: bigint, minorUnit: number): StepFacts[] {
  const { goodsTax, goodsAmount, burden } = law;
  const exact = inCurrency(base < 0n ? burden.exactTax.negated() : burden.exactTax, minorUnit);
  const averaged: StepFacts = {
    kind: 'FEE_AVERAGED',
    goodsTax: inCurrency(goodsTax, minorUnit),
    goodsAmount: fromUnits(goodsAmount.numerator, minorUnit),
    feeAmount: fromUnits(base, minorUnit),
    exact,
  };
  return [averaged, { kind: 'TAX_EXACT', exact, net: null }];
}

function answerSteps(answer: Answer, line: LineToBear, working: Working): StepFacts[] {
  if (answer.kind !== 'untaxed') return levySteps(answer, line, working);
  const { supply } = line.treatment;
  const sentence = supply.kind !== 'TAXED' && supply.kind === answer.reason ? supply.sentence : null;
  const exact = new Fraction(0n);
  return [
    { kind: 'NOT_TAXED', reason: answer.reason, sentence },
    { kind: 'TAX_EXACT', exact, net: null },
  ];
}

/** The certificates that hold here and now: one is applied, of the others it is told why they are not. */
function certificateSteps(answer: Answer, { treatment, taxed }: WorkingLine, { document }: Working): StepFacts[] {
  const chosenId = chosenCertificate(answer);
  const isAsked = chosenId !== null || answer.kind === 'by-rule';
  const isOfUse = taxed.burden.sharing.parts.some(({ certificateId }) => certificateId === chosenId);
  return certificatesAt(document.place, document.certificates).flatMap((certificate): StepFacts[] => {
    if (!coversCode(certificate, treatment.taxCode)) return [refused(certificate, 'OTHER_TAX_CODE')];
    if (!isAsked) return [];
    if (certificate.id !== chosenId) return [refused(certificate, 'ANOTHER_APPLIES')];
    return isOfUse || answer.kind === 'untaxed'
      ? [{ kind: 'CERTIFICATE_APPLIED', certificate }]
      : [refused(certificate, 'NOTHING_TO_RELIEVE')];
  });
}

function chosenCertificate(answer: Answer): string | null {
  if (answer.kind === 'untaxed') return answer.certificateId;
  return answer.kind === 'by-rule' ? (answer.relief?.certificateId ?? null) : null;
}

function refused(certificate: Certificate, refusal: CertificateRefusal): StepFacts {
  return { kind: 'CERTIFICATE_REFUSED', certificate, refusal };
}
