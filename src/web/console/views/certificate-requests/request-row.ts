import type { ResultOf } from '../../base/graphql.ts';
import type { requestsOperation } from './operations.ts';

export type RequestRow = NonNullable<ResultOf<typeof requestsOperation>['certificateRequests']>['nodes'][number];
