import type { ResultOf } from '../../base/graphql.ts';
import type { returnBeforeOperation, returnOperation } from './operations.ts';

export type ShownReturn = NonNullable<ResultOf<typeof returnOperation>['taxReturn']>;
export type BeforeReturn = ResultOf<typeof returnBeforeOperation>['taxReturn'];
