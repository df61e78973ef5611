import type { BasisRule } from '../../../tax/model/rule.ts';
import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import type { LawStep, ShippingStep } from '../../../tax/trace/trace.ts';
import { reasonWords } from './reason-words.ts';
import type { Said } from './trace-view.ts';
import { nameOf, origin, percent, shown } from './trace-words.ts';

export function sayLaw(step: LawStep | ShippingStep): Said {
  switch (step.kind) {
    case 'NOT_TAXED': {
      const { reason, sentence } = step;
      const message = sentence ? `${reasonWords[reason]} ${sentence}` : reasonWords[reason];
      return { message, reason };
    }
    case 'MANUAL_RATE_APPLIED':
      return {
        message: `The line was sent with a rate of its own, ${percent(step.rate)}: it stands in for those of the place.`,
        rate: decimalText(step.rate),
      };
    case 'RULE_APPLIED': {
      const { id, category, description, fromOn, toOn, source } = step.rule;
      const message = `Rule ${id} for ${category}: ${description} ${origin(fromOn, toOn, source)}.`;
      return { message, ruleId: id, fromOn, toOn, source };
    }
    case 'HOLIDAY_CAP_EXCEEDED': {
      const { rule, capAmount } = step;
      const message = `The holiday of rule ${rule.id} ends at ${shown(capAmount)} a piece, and a piece costs more: the ordinary rule holds.`;
      return { message, ruleId: rule.id, basis: decimalText(capAmount) };
    }
    case 'RATE_SELECTED': {
      const { jurisdiction, rate, amountPerPiece, fromOn, toOn, source } = step;
      const asked = amountPerPiece.isZero ? percent(rate) : `${shown(amountPerPiece)} per piece`;
      const message = `${nameOf(jurisdiction)} asks ${asked} ${origin(fromOn, toOn, source)}.`;
      return { message, jurisdiction, rate: exactText(rate), fromOn, toOn, source };
    }
    case 'LIMIT_APPLIED': {
      const { jurisdictions, limit, pricePerPiece, basis } = step;
      const who = jurisdictions.map(nameOf).join(', ');
      const message = `${who}: ${limitWords(limit)}. A piece costs ${shown(pricePerPiece)}, so ${shown(basis)} of the line is taxed.`;
      return { message, exact: exactText(basis), basis: exactText(pricePerPiece) };
    }
    case 'JURISDICTION_TAXED': {
      const { jurisdiction, basis, rate, fixed, exact } = step;
      const amounts = fixed.isZero ? '' : ` plus ${shown(fixed)}`;
      const message = `${nameOf(jurisdiction)}: ${shown(basis)} times ${percent(rate)}${amounts} is ${shown(exact)}.`;
      return { message, jurisdiction, basis: exactText(basis), rate: exactText(rate), exact: exactText(exact) };
    }
    case 'JURISDICTION_NOT_TAXED': {
      const { jurisdiction, reason } = step;
      return { message: `${nameOf(jurisdiction)}: ${reasonWords[reason]}`, jurisdiction, reason };
    }
    case 'TAX_EXACT': {
      const { exact, net } = step;
      const inside = net === null ? '' : ` inside the price, which leaves ${shown(net)} without tax`;
      return { message: `All together: ${shown(exact)}${inside}.`, exact: exactText(exact) };
    }
    case 'FEE_FOLLOWS_GOODS': {
      const { followsGoods, taxableShare } = step;
      const how = followsGoods === 'IN_PROPORTION' ? 'in proportion to the taxable goods' : 'as soon as any goods are';
      const message = `Shipping is taxed ${how}: ${percent(taxableShare)} of the fee.`;
      return { message, rate: exactText(taxableShare) };
    }
    case 'FEE_AVERAGED': {
      const { goodsTax, goodsAmount, feeAmount, exact } = step;
      const message = `Shipping bears what the goods bear on average: ${shown(feeAmount)} times ${shown(goodsTax)} by ${shown(goodsAmount)} is ${shown(exact)}.`;
      return { message, basis: decimalText(feeAmount), exact: exactText(exact) };
    }
  }
}

export function limitWords(limit: BasisRule): string {
  switch (limit.kind) {
    case 'full':
      return 'the whole price is taxed';
    case 'share':
      return `${percent(limit.share)} of the price is taxed`;
    case 'exempt-below':
      return `a piece below ${shown(limit.amount)} is exempt`;
    case 'excess-above':
      return `only what a piece costs above ${shown(limit.amount)} is taxed`;
    case 'up-to':
      return `only the first ${shown(limit.amount)} of a piece are taxed`;
    case 'between':
      return `only what a piece costs between ${shown(limit.fromAmount)} and ${shown(limit.toAmount)} is taxed`;
  }
}
