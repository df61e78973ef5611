import type { BasisRule, RateRule, RuleTerm } from '../../../tax/model/rule.ts';
import { decimal } from '../../../tax/numbers/decimal.ts';
import { toDecimalText, type Written } from '../../base/amount.ts';

/** A rule term as stored in a document. */
export function writeTerm({ levels, jurisdictionIds, rate, basis }: RuleTerm): Written<RuleTerm> {
  const covered = jurisdictionIds === undefined ? { levels } : { levels, jurisdictionIds };
  return { ...covered, rate: writeRate(rate), basis: writeBasis(basis) };
}

export function readTerm({ levels, jurisdictionIds, rate, basis }: Written<RuleTerm>): RuleTerm {
  const covered = jurisdictionIds === undefined ? { levels } : { levels, jurisdictionIds };
  return { ...covered, rate: readRate(rate), basis: readBasis(basis) };
}

function writeRate(rule: RateRule): Written<RateRule> {
  switch (rule.kind) {
    case 'general':
    case 'none':
      return rule;
    case 'percentage':
    case 'together':
      return { kind: rule.kind, rate: toDecimalText(rule.rate) };
    case 'fixed':
      return { kind: rule.kind, amountPerUnit: toDecimalText(rule.amountPerUnit) };
  }
}

function readRate(rule: Written<RateRule>): RateRule {
  switch (rule.kind) {
    case 'general':
    case 'none':
      return rule;
    case 'percentage':
    case 'together':
      return { kind: rule.kind, rate: decimal(rule.rate) };
    case 'fixed':
      return { kind: rule.kind, amountPerUnit: decimal(rule.amountPerUnit) };
  }
}

function writeBasis(rule: BasisRule): Written<BasisRule> {
  switch (rule.kind) {
    case 'full':
      return rule;
    case 'share':
      return { kind: rule.kind, share: toDecimalText(rule.share) };
    case 'exempt-below':
    case 'excess-above':
    case 'up-to':
      return { kind: rule.kind, amount: toDecimalText(rule.amount) };
    case 'between':
      return {
        ...rule,
        fromAmount: toDecimalText(rule.fromAmount),
        toAmount: rule.toAmount && toDecimalText(rule.toAmount),
      };
  }
}

function readBasis(rule: Written<BasisRule>): BasisRule {
  switch (rule.kind) {
    case 'full':
      return rule;
    case 'share':
      return { kind: rule.kind, share: decimal(rule.share) };
    case 'exempt-below':
    case 'excess-above':
    case 'up-to':
      return { kind: rule.kind, amount: decimal(rule.amount) };
    case 'between':
      return { ...rule, fromAmount: decimal(rule.fromAmount), toAmount: rule.toAmount && decimal(rule.toAmount) };
  }
}
