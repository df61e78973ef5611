import { type CertificateRefusal, certificatesAt, coversCode } from '../law/exemptions.ts';
import type { TreatmentDecision } from '../law/tax-treatment.ts';
import type { TaxableLine } from '../lines/line-taxer.ts';
import { feeLaw } from '../lines/shipping.ts';
import type { TaxedLine } from '../lines/taxed-lines.ts';
import type { Certificate } from '../model/assessment.ts';
import { fromUnits } from '../numbers/decimal.ts';
import { Fraction, oneFraction } from '../numbers/fraction.ts';
import type { StepFacts } from './trace.ts';
import { componentSteps } from './trace-components.ts';
import { inCurrency, type Workings, type WorkingsLine } from './workings.ts';

/** Step 6 of a line: whether it is taxed, the rule, the rates, and its exact tax. */
export function lawSteps(line: WorkingsLine, workings: Workings): StepFacts[] {
  const decision = workings.taxer.decide(line.facts);
  const isFurtherPart = line.index > workings.document.items.length;
  const certificates = isFurtherPart ? [] : certificateSteps(decision, line, workings);
  return [...certificates, ...(line.item ? itemSteps(decision, line, workings) : feeSteps(decision, line, workings))];
}

function itemSteps(decision: TreatmentDecision, { facts, taxed }: WorkingsLine, workings: Workings): StepFacts[] {
  const { amounts, quantity } = taxed;
  return decisionSteps(decision, { facts, base: amounts.base, quantity, goodsShare: oneFraction }, workings);
}

function feeSteps(decision: TreatmentDecision, { facts, taxed }: WorkingsLine, workings: Workings): StepFacts[] {
  const { document, lines } = workings;
  if (taxed.goods) return goodsSteps(taxed, taxed.goods, document.minorUnit);
  const { base } = taxed.amounts;
  const fee = document.shippingFee!;
  const law = feeLaw(fee, decision, base, lines.slice(0, document.items.length), document);
  if (law.kind === 'like-goods') return [];
  const { goodsShare } = law;
  const toBear = { facts, base, quantity: taxed.quantity, goodsShare };
  const steps = decisionSteps(law.decision, toBear, workings);
  const { followsGoods } = fee;
  if (followsGoods === null || followsGoods === 'AT_THEIR_RATES' || decision.kind !== 'by-rule') return steps;
  return [{ kind: 'FEE_FOLLOWS_GOODS', followsGoods, taxableShare: goodsShare }, ...steps];
}

/** The steps for a part of the fee, which is taxed like the goods over which it was split. */
function goodsSteps({ base, lineTax }: TaxedLine, { tax, amount }: FeeGoods, minorUnit: number): StepFacts[] {
  const exact = inCurrency(base < 0n ? lineTax.exactTax.negated() : lineTax.exactTax, minorUnit);
  const like: StepFacts = {
    kind: 'FEE_AVERAGED',
    goodsTax: inCurrency(tax, minorUnit),
    goodsAmount: fromUnits(amount, minorUnit),
    feeAmount: fromUnits(base, minorUnit),
    exact,
  };
  return [like, { kind: 'TAX_EXACT', exact, net: null }];
}

type FeeGoods = NonNullable<TaxedLine['goods']>;

function decisionSteps(decision: TreatmentDecision, line: TaxableLine, workings: Workings): StepFacts[] {
  if (decision.kind !== 'untaxed') return componentSteps(decision, line, workings);
  const { supply } = line.facts;
  const sentence = supply.kind !== 'TAXED' && supply.kind === decision.reason ? supply.sentence : null;
  const exact = new Fraction(0n);
  return [
    { kind: 'NOT_TAXED', reason: decision.reason, sentence },
    { kind: 'TAX_EXACT', exact, net: null },
  ];
}

/** The certificates valid at the place and date: the one that applies, and why the others do not. */
function certificateSteps(
  decision: TreatmentDecision,
  { facts, taxed }: WorkingsLine,
  { document }: Workings,
): StepFacts[] {
  const chosenId = chosenCertificate(decision);
  const isAsked = chosenId !== null || decision.kind === 'by-rule';
  const isOfUse = taxed.lineTax.split.shares.some(({ certificateId }) => certificateId === chosenId);
  return certificatesAt((facts.at ?? document).place, document.certificates).flatMap((certificate): StepFacts[] => {
    if (!coversCode(certificate, facts.taxCode)) return [refused(certificate, 'OTHER_TAX_CODE')];
    if (!isAsked) return [];
    if (certificate.id !== chosenId) return [refused(certificate, 'ANOTHER_APPLIES')];
    return isOfUse || decision.kind === 'untaxed'
      ? [{ kind: 'CERTIFICATE_APPLIED', certificate }]
      : [refused(certificate, 'NOTHING_TO_RELIEVE')];
  });
}

function chosenCertificate(decision: TreatmentDecision): string | null {
  if (decision.kind === 'untaxed') return decision.certificateId;
  return decision.kind === 'by-rule' ? (decision.relief?.certificateId ?? null) : null;
}

function refused(certificate: Certificate, refusal: CertificateRefusal): StepFacts {
  return { kind: 'CERTIFICATE_REFUSED', certificate, refusal };
}
