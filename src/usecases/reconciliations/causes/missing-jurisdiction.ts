import { percent, ratesOf, withRates } from '../../../domain/what-if/supposed-places.ts';
import { type Differing, type Suppositions, supposing } from './supposing.ts';

/** Without one of several jurisdictions, or without all local ones. */
export function* byMissingJurisdiction({ calculated: { toAssess } }: Differing): Suppositions {
  const levied = ratesOf(toAssess).filter(({ rate }) => !rate.isZero());
  if (levied.length < 2) return;
  for (const { jurisdiction, rate } of levied) {
    const without = withRates(toAssess, (rates) => rates.filter((other) => other.jurisdiction.id !== jurisdiction.id));
    const message = `Their tax lacks ${jurisdiction.name} (${jurisdiction.level.toLowerCase()}, ${percent(rate)}).`;
    yield supposing({ toAssess: without }, message, jurisdiction);
  }
  if (levied.length < 3) return;
  const { jurisdiction, rate } = levied[0]!;
  const only = withRates(toAssess, (rates) => rates.filter((other) => other.jurisdiction.id === jurisdiction.id));
  const message = `Their tax lacks all local jurisdictions: it is that of ${jurisdiction.name} alone (${percent(rate)}).`;
  yield supposing({ toAssess: only }, message, jurisdiction);
}
