import type { TollgateOptions } from './options.ts';

/** The parts of Medusa's container used here, by registered name. */
export type Container = {
  resolve(name: 'query'): Query;
  resolve(name: 'logger'): Logger;
  resolve(name: 'order'): Orders;
  resolve(name: 'configModule'): {
    readonly plugins?: readonly (string | { readonly resolve: string; readonly options?: unknown })[];
  };
};
type Query = {
  graph<Row>(asked: {
    readonly entity: string;
    readonly fields: readonly string[];
    readonly filters?: unknown;
    readonly pagination?: unknown;
  }): Promise<{ readonly data: Row[] }>;
};
type Orders = { updateOrders(id: string, data: { readonly metadata: Record<string, unknown> }): Promise<unknown> };
type Logger = { warn(message: string): void; error(message: string): void };

export function optionsOf(container: Container): TollgateOptions {
  const { plugins = [] } = container.resolve('configModule');
  const found = plugins.find((plugin) => typeof plugin !== 'string' && plugin.resolve === '@tollgate/medusa');
  if (!found || typeof found === 'string' || !found.options)
    throw new Error('The plugin @tollgate/medusa is missing its options.');
  return found.options as TollgateOptions;
}
