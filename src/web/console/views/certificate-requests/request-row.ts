import type { ResultOf } from '../../base/graphql.ts';
import type { requestsOperation } from './operations.ts';

export const requestFilePath = (serviceId: string) => `/v1/certificate_requests/serviceId/${serviceId}/file`;

export type RequestRow = NonNullable<ResultOf<typeof requestsOperation>['certificateRequests']>['nodes'][number];
