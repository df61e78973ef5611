import { taxDateOf } from '../../../domain/transactions/tax-date.ts';
import { assessedTax, type Differing, type Suppositions, type Tools, underChange } from './supposition.ts';

/** The law of another day that the document names. */
export async function* byDate({ request, otherDays }: Differing, tools: Tools): Suppositions {
  const { input } = request;
  const own = taxDateOf(input);
  for (const { column, day } of otherDays) {
    if (day === own) continue;
    const changed = await underChange(tools, { ...request, input: { ...input, taxDate: day } });
    if (!changed) continue;
    const message = `Their tax follows the law of ${day}, the ${column}; here that of ${own} decides.`;
    yield { taxAmount: assessedTax(changed), message, jurisdiction: null };
  }
}
