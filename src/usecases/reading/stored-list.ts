import type { Scope } from '../../domain/account/scope.ts';
import { authorize, type Context } from '../../ports/context.ts';
import type { TenantStores } from '../../ports/stores.ts';

type ListedStore<Filter, Page, Row> = {
  list(filter: Filter, page: Page): Promise<Row[]>;
  count(filter: Filter): Promise<number>;
};

/** Reads one page of the records in a store, and counts the records, for tokens with the scope. */
export function storedList<Filter, Page, Row>(
  scope: Scope,
  storeOf: (stores: TenantStores) => ListedStore<Filter, Page, Row>,
) {
  return {
    list: (ctx: Context, filter: Filter, page: Page) => storeOf(authorize(ctx, scope).stores).list(filter, page),
    count: (ctx: Context, filter: Filter) => storeOf(authorize(ctx, scope).stores).count(filter),
  };
}
