import { documentsLink } from '../../base/links.ts';
import { lastDayOf } from '../../format/format.ts';
import { placeParts } from '../../format/place-text.ts';
import type { Asked } from './months.ts';

type Cell = {
  readonly place: string | null;
  readonly months: readonly string[];
  readonly asked: Pick<Asked, 'measure'>;
  readonly currency: string;
};

/** The link to the documents behind a figure. */
export function documentsOf({ place, months, asked: { measure }, currency }: Cell): string {
  const parts = place === null ? null : placeParts(place);
  return documentsLink({
    reported: `${months[0]}-01..${lastDayOf(months.at(-1)!)}`,
    ...(parts && { country: parts.country }),
    ...(parts?.state != null && { state: parts.state }),
    currency,
    ...(measure === 'refunds' && { type: 'REFUND' }),
  });
}
