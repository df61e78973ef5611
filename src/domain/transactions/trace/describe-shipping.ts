import { decimalText } from '../../../tax/numbers/decimal.ts';
import { exactText } from '../../../tax/numbers/exact-text.ts';
import type { ShippingStep } from '../../../tax/trace/trace.ts';
import { formatPercent, type MoneyText } from '../../descriptions/format.ts';
import type { StepDescription } from './trace-step.ts';

export function describeShipping(step: ShippingStep, money: MoneyText): StepDescription {
  switch (step.kind) {
    case 'FEE_FOLLOWS_GOODS': {
      const { followsGoods, taxableShare } = step;
      const how = followsGoods === 'IN_PROPORTION' ? 'in proportion to the taxable goods' : 'if any of the goods are';
      const message = `The shipping fee is taxed ${how}: ${formatPercent(taxableShare)} of the fee.`;
      return { message, rate: exactText(taxableShare) };
    }
    case 'FEE_AVERAGED': {
      const { goodsTax, goodsAmount, feeAmount, exact } = step;
      const message = `${money(feeAmount)} of the shipping fee is taxed like the goods: ${money(feeAmount)} times ${money(goodsTax)} divided by ${money(goodsAmount)} is ${money(exact)}.`;
      return { message, basis: decimalText(feeAmount), exact: exactText(exact) };
    }
  }
}
