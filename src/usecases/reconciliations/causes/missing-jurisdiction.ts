import { percent, ratesOf, withRates } from '../../../domain/what-if/supposed-places.ts';
import { assessedTax, type Differing, type Suppositions } from './supposition.ts';

/** Without one of several jurisdictions, or without all local ones. */
export function* byMissingJurisdiction({ calculated: { toAssess } }: Differing): Suppositions {
  const levied = ratesOf(toAssess).filter(({ rate }) => !rate.isZero());
  if (levied.length < 2) return;
  for (const { jurisdiction, rate } of levied) {
    const changed = withRates(toAssess, (rates) => rates.filter((other) => other.jurisdiction.id !== jurisdiction.id));
    const message = `Their tax lacks ${jurisdiction.name} (${jurisdiction.level.toLowerCase()}, ${percent(rate)}).`;
    yield { taxAmount: assessedTax(changed), message, jurisdiction };
  }
  if (levied.length < 3) return;
  const { jurisdiction, rate } = levied[0]!;
  const changed = withRates(toAssess, (rates) => rates.filter((other) => other.jurisdiction.id === jurisdiction.id));
  const message = `Their tax lacks all local jurisdictions: it is that of ${jurisdiction.name} alone (${percent(rate)}).`;
  yield { taxAmount: assessedTax(changed), message, jurisdiction };
}
