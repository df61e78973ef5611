import type { Operation } from '../http/operation.ts';
import type { Route } from '../http/route.ts';

/** A route with its entry in the document. */
export type Described = Route & { readonly operation: Operation };

export function describedRoutes(routes: readonly Route[]): readonly Described[] {
  return routes.flatMap((route): Described[] =>
    route.options?.operation ? [{ ...route, operation: route.options.operation }] : [],
  );
}
