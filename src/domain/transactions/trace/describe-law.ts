import { taxReasonFacts } from '../../../tax/model/reasons.ts';
import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import type { LawStep } from '../../../tax/trace/trace.ts';
import {
  describeLimit,
  formatAmount,
  formatJurisdiction,
  formatOrigin,
  formatPercent,
  type MoneyText,
} from '../../descriptions/format.ts';
import type { StepDescription } from './trace-step.ts';

export function describeLaw(step: LawStep, money: MoneyText): StepDescription {
  switch (step.kind) {
    case 'NOT_TAXED': {
      const { reason, sentence } = step;
      const message = sentence
        ? `${taxReasonFacts[reason].description} ${sentence}`
        : taxReasonFacts[reason].description;
      return { message, reason };
    }
    case 'MANUAL_RATE_APPLIED':
      return {
        message: `The line was sent with its own rate, ${formatPercent(step.rate)}, which replaces the rates of the place.`,
        rate: decimalText(step.rate),
      };
    case 'RULE_APPLIED': {
      const { id, description, validFrom, validThrough, source } = step.rule;
      const message = `${description.replace(/\.$/, '')} ${formatOrigin(validFrom, validThrough, source)}.`;
      return { message, ruleId: id, validFrom, validThrough, source };
    }
    case 'HOLIDAY_CAP_EXCEEDED': {
      const { rule, capAmount } = step;
      const message = `The tax holiday covers only unit prices ${rule.aboveCap?.isCapIncluded ? 'up to' : 'below'} ${formatAmount(capAmount)}, so the ordinary rule applies.`;
      return { message, ruleId: rule.id, basis: decimalText(capAmount) };
    }
    case 'RATE_SELECTED': {
      const { jurisdiction, rate, amountPerPiece, validFrom, validThrough, source } = step;
      const charged = amountPerPiece.isZero ? formatPercent(rate) : `${money(amountPerPiece)} per unit`;
      const message = `${formatJurisdiction(jurisdiction)} charges ${charged} ${formatOrigin(validFrom, validThrough, source)}.`;
      return { message, jurisdiction, rate: exactText(rate), validFrom, validThrough, source };
    }
    case 'LIMIT_APPLIED': {
      const { jurisdictions, limit, pricePerPiece, basis } = step;
      const who = jurisdictions.map(formatJurisdiction).join(', ');
      const message = `${who}: ${describeLimit(limit)}. The unit price is ${money(pricePerPiece)}, so ${money(basis)} of the line is taxed.`;
      return { message, exact: exactText(basis), basis: exactText(pricePerPiece) };
    }
    case 'JURISDICTION_TAXED': {
      const { jurisdiction, basis, rate, fixed, exact } = step;
      const amounts = fixed.isZero ? '' : ` plus ${money(fixed)}`;
      const message = `${formatJurisdiction(jurisdiction)}: ${money(basis)} times ${formatPercent(rate)}${amounts} is ${money(exact)}.`;
      return { message, jurisdiction, basis: exactText(basis), rate: exactText(rate), exact: exactText(exact) };
    }
    case 'JURISDICTION_NOT_TAXED': {
      const { jurisdiction, reason } = step;
      return {
        message: `${formatJurisdiction(jurisdiction)}: ${taxReasonFacts[reason].description}`,
        jurisdiction,
        reason,
      };
    }
    case 'TAX_EXACT': {
      const { exact, net } = step;
      const inside = net === null ? '' : `, included in the price, so the net amount is ${money(net)}`;
      return { message: `Total before rounding: ${money(exact)}${inside}.`, exact: exactText(exact) };
    }
  }
}
