import type { ImportTaxedBy } from '../../tax/law/supply.ts';
import { decimal } from '../../tax/numbers/decimal.ts';
import { assessValid } from './assess-valid.ts';
import { type DocumentFacts, documentToAssess } from './document-to-assess.ts';
import { dependsOnValue, importAnswer } from './import-of-goods.ts';
import type { ImportAnswer } from './import-question.ts';
import { suppliesOfLines } from './law-of-lines.ts';
import type { LawOfPlace } from './law-of-place.ts';
import { noticesInDocument } from './place-groups.ts';
import type { TransactionToAssess } from './transaction-to-assess.ts';

type ImportFacts = Omit<DocumentFacts, 'places'> & TransactionToAssess;

/**
 * The law of the places with their answer about imported goods where it depends on the value of the goods. What is shipped
 * to one place is one consignment; the values are those of a sale that is taxed.
 */
export function withImports(laws: readonly LawOfPlace[], facts: ImportFacts) {
  const areAsked = laws.map((law) => law.kinds.includes('GOODS') && dependsOnValue({ supply: law.supply, ...facts }));
  if (!areAsked.includes(true)) return { laws, notices: [] };
  const asTaxed = laws.map((law, index) => (areAsked[index] ? taxedBySeller(law) : law));
  const { items } = assessValid(documentToAssess({ ...facts, places: asTaxed, exemptions: [] }));
  const answers = laws.map((law, index): ImportAnswer | null => {
    if (!areAsked[index]) return null;
    const goods = law.indexes.flatMap((item, position) => {
      if (law.kinds[position] !== 'GOODS') return [];
      const { netAmount, taxAmount } = items[item]!;
      const quantity = decimal(facts.input.items[item]!.quantity ?? '1');
      return [{ category: law.itemRules[position]!.rule.category, quantity, netAmount, taxAmount }];
    });
    return importAnswer({ supply: law.supply, ...facts }, goods, facts.currency);
  });
  return {
    laws: laws.map((law, index) => {
      const answer = answers[index];
      return answer ? { ...law, ...suppliesOfLines(law.supply, law, answer.taxedBy) } : law;
    }),
    notices: laws.flatMap(({ group }, index) => noticesInDocument(group, answers[index]?.notices ?? [])),
  };
}

function taxedBySeller(law: LawOfPlace): LawOfPlace {
  const bySeller = law.kinds.map((): ImportTaxedBy => 'SELLER');
  return { ...law, isCollecting: true, ...suppliesOfLines(law.supply, law, bySeller) };
}
