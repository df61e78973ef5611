import { taxDateOf } from '../../../domain/transactions/tax-date.ts';
import { type Differing, type Suppositions, supposing } from './supposing.ts';

/** The law of another day that the document names. */
export function* byDate({ request, otherDays }: Differing): Suppositions {
  const { input } = request;
  const own = taxDateOf(input);
  for (const { column, day } of otherDays) {
    if (day === own) continue;
    const message = `Their tax follows the law of ${day}, the ${column}; here that of ${own} decides.`;
    yield supposing({ request: { ...request, input: { ...input, taxDate: day } } }, message);
  }
}
