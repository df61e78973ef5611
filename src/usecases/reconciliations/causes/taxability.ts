import type { ReferenceData } from '../../../ports/reference-data.ts';
import type { DocumentToAssess } from '../../../tax/model/assessment.ts';
import { type Differing, type Suppositions, supposing } from './supposing.ts';

/**
 * Assumes the tax codes in the file, or that lines or shipping with a specific rule were taxed at the general rate or
 * exempt.
 */
export function* byTaxability(differing: Differing): Suppositions {
  yield* withCodesOfFile(differing);
  yield* ofLines(differing);
  yield* ofShipping(differing);
}

function* withCodesOfFile({ request, inFile }: Differing): Suppositions {
  const { input } = request;
  if (!inFile || inFile.items.length !== input.items.length) return;
  // The stored attributes belong to the stored tax code. The other system had only the attributes in the file.
  const items = input.items.map((item, index) => {
    const { taxCode, attributes } = inFile.items[index]!;
    return taxCode === item.taxCode ? item : { ...item, taxCode, attributes };
  });
  if (items.every(({ taxCode }, index) => taxCode === input.items[index]!.taxCode)) return;
  const message = 'Their tax follows from the tax codes in the file; the stored document has different codes.';
  yield supposing({ request: { ...request, input: { ...input, items } } }, message);
}

/**
 * The tax code of goods without a specific rule. Such goods are not assumed to be exempt, because only the buyer could
 * exempt them.
 */
const generalGoods = 'C1S1';

/** The maximum number of lines to test one by one: each takes up to two calculations. */
const mostLinesTried = 50;

type Item = DocumentToAssess['items'][number];

function* ofLines({ request, calculated }: Differing): Suppositions {
  const { toAssess, laws } = calculated;
  const { reference, input } = request;
  const changed = (indexes: readonly number[], change: (item: Item, index: number) => Item) => ({
    ...toAssess,
    items: toAssess.items.map((item, index) => (indexes.includes(index) ? change(item, index) : item)),
  });
  const generalAt = (index: number) => {
    const { places } = laws.find(({ group }) => group.indexes.includes(index)) ?? laws[0]!;
    return reference.ruleFor(places.place, places.taxDate, generalGoods, 'ITEM').rule;
  };
  const special = toAssess.items.flatMap(({ taxCode }, index) => (isGeneral(reference, taxCode) ? [] : [index]));
  const groups = [
    ...special.slice(0, mostLinesTried).map((index) => [index]),
    ...(special.length > 1 ? [special] : []),
  ];
  const state = toAssess.place.subdivision ?? toAssess.place.country;
  for (const indexes of groups) {
    const named = indexes.slice(0, 5).map((index) => `item ${index + 1} (${input.items[index]!.taxCode})`);
    const lines = named.join(', ');
    if (indexes.every((index) => toAssess.items[index]!.rule.category !== generalAt(index).category)) {
      const taxed = changed(indexes, (item, index) => ({ ...item, rule: generalAt(index), isSentAsNotTaxable: false }));
      const { description } = toAssess.items[indexes[0]!]!.rule;
      const message = `Their tax charges the general rate of ${state} on ${lines}; here, a specific rule applies: ${description}`;
      yield supposing({ toAssess: taxed }, sentence(message));
    }
    const exempt = changed(indexes, (item) => ({ ...item, isSentAsNotTaxable: true }));
    const message = `Their tax exempts ${lines}, which ${state} taxes.`;
    yield supposing({ toAssess: exempt }, message);
  }
}

function* ofShipping({ request, calculated }: Differing): Suppositions {
  const { toAssess, laws } = calculated;
  const { shippingFee } = toAssess;
  if (!shippingFee) return;
  const exempt = { ...toAssess, shippingFee: { ...shippingFee, isSentAsNotTaxable: true } };
  const isTaxed = 'Their tax exempts shipping, which is taxed.';
  yield supposing({ toAssess: exempt }, isTaxed);
  const { places } = laws[0]!;
  const { rule } = request.reference.ruleFor(places.place, places.taxDate, generalGoods, 'ITEM');
  const taxed = { ...toAssess, shippingFee: { ...shippingFee, rule, followsGoods: null, isSentAsNotTaxable: false } };
  const message = 'Their tax charges the general rate on shipping, which has a specific rule.';
  yield supposing({ toAssess: taxed }, message);
}

const sentence = (words: string) => (words.endsWith('.') ? words : `${words}.`);

/** An unknown code does not count as general: it is taxed as general goods, but may mean anything. */
function isGeneral(reference: ReferenceData, taxCode: string): boolean {
  return reference.findTaxCode(taxCode)?.category === reference.findTaxCode(generalGoods)?.category;
}
