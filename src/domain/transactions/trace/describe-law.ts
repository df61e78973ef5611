import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import type { LawStep, ShippingStep } from '../../../tax/trace/trace.ts';
import { formatAmount, formatJurisdiction, formatOrigin, formatPercent } from '../../descriptions/format.ts';
import { describeLimit } from '../../descriptions/limit-description.ts';
import { reasonDescriptions } from '../../descriptions/reason-descriptions.ts';
import type { StepDescription } from './step-description.ts';

export function describeLaw(step: LawStep | ShippingStep): StepDescription {
  switch (step.kind) {
    case 'NOT_TAXED': {
      const { reason, sentence } = step;
      const message = sentence ? `${reasonDescriptions[reason]} ${sentence}` : reasonDescriptions[reason];
      return { message, reason };
    }
    case 'MANUAL_RATE_APPLIED':
      return {
        message: `The line was sent with a rate of its own, ${formatPercent(step.rate)}: it stands in for those of the place.`,
        rate: decimalText(step.rate),
      };
    case 'RULE_APPLIED': {
      const { id, category, description, fromOn, toOn, source } = step.rule;
      const message = `Rule ${id} for ${category}: ${description} ${formatOrigin(fromOn, toOn, source)}.`;
      return { message, ruleId: id, fromOn, toOn, source };
    }
    case 'HOLIDAY_CAP_EXCEEDED': {
      const { rule, capAmount } = step;
      const message = `The holiday of rule ${rule.id} ends at ${formatAmount(capAmount)} a piece, and a piece costs more: the ordinary rule holds.`;
      return { message, ruleId: rule.id, basis: decimalText(capAmount) };
    }
    case 'RATE_SELECTED': {
      const { jurisdiction, rate, amountPerPiece, fromOn, toOn, source } = step;
      const asked = amountPerPiece.isZero ? formatPercent(rate) : `${formatAmount(amountPerPiece)} per piece`;
      const message = `${formatJurisdiction(jurisdiction)} asks ${asked} ${formatOrigin(fromOn, toOn, source)}.`;
      return { message, jurisdiction, rate: exactText(rate), fromOn, toOn, source };
    }
    case 'LIMIT_APPLIED': {
      const { jurisdictions, limit, pricePerPiece, basis } = step;
      const who = jurisdictions.map(formatJurisdiction).join(', ');
      const message = `${who}: ${describeLimit(limit)}. A piece costs ${formatAmount(pricePerPiece)}, so ${formatAmount(basis)} of the line is taxed.`;
      return { message, exact: exactText(basis), basis: exactText(pricePerPiece) };
    }
    case 'JURISDICTION_TAXED': {
      const { jurisdiction, basis, rate, fixed, exact } = step;
      const amounts = fixed.isZero ? '' : ` plus ${formatAmount(fixed)}`;
      const message = `${formatJurisdiction(jurisdiction)}: ${formatAmount(basis)} times ${formatPercent(rate)}${amounts} is ${formatAmount(exact)}.`;
      return { message, jurisdiction, basis: exactText(basis), rate: exactText(rate), exact: exactText(exact) };
    }
    case 'JURISDICTION_NOT_TAXED': {
      const { jurisdiction, reason } = step;
      return { message: `${formatJurisdiction(jurisdiction)}: ${reasonDescriptions[reason]}`, jurisdiction, reason };
    }
    case 'TAX_EXACT': {
      const { exact, net } = step;
      const inside = net === null ? '' : ` inside the price, which leaves ${formatAmount(net)} without tax`;
      return { message: `All together: ${formatAmount(exact)}${inside}.`, exact: exactText(exact) };
    }
    case 'FEE_FOLLOWS_GOODS': {
      const { followsGoods, taxableShare } = step;
      const how = followsGoods === 'IN_PROPORTION' ? 'in proportion to the taxable goods' : 'as soon as any goods are';
      const message = `Shipping is taxed ${how}: ${formatPercent(taxableShare)} of the fee.`;
      return { message, rate: exactText(taxableShare) };
    }
    case 'FEE_AVERAGED': {
      const { goodsTax, goodsAmount, feeAmount, exact } = step;
      const message = `Shipping bears what the goods bear on average: ${formatAmount(feeAmount)} times ${formatAmount(goodsTax)} by ${formatAmount(goodsAmount)} is ${formatAmount(exact)}.`;
      return { message, basis: decimalText(feeAmount), exact: exactText(exact) };
    }
  }
}
