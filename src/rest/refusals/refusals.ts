import { documentRefusal, refusalList } from '../../domain/refusals/refusal.ts';
import { listRefusals } from '../../usecases/refusals/list-refusals.ts';
import { listRoute } from '../http/declared-list.ts';
import { csvForm } from '../http/list-format.ts';
import { recordColumns } from '../http/record-columns.ts';
import type { Route } from '../http/route.ts';

export const refusalRoutes: readonly Route[] = [
  listRoute('/v1/refusals', refusalList, {
    tag: 'Transactions',
    summary: 'List refused documents',
    order: 'Most recent first.',
    examples: { bySource: { summary: 'Refused documents from a source', query: { source: '1', limit: '10' } } },
    csv: csvForm(recordColumns(documentRefusal)),
    read: listRefusals,
  }),
];
