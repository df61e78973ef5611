import type { RulingFacts } from '../../domain/lookups/rulings.ts';
import { authorize, type Context } from '../../ports/context.ts';

/** The tenant's rulings, including withdrawn ones, in the order of their import. */
export async function listRulings(ctx: Context): Promise<readonly RulingFacts[]> {
  const { stores } = authorize(ctx, 'tax:read');
  return (await stores.rulings.list()).map(({ number, fact, createdAt, withdrawnAt }) => {
    const { country, subdivision, taxCode = null, source } = fact;
    const { category, fee, from, to = null, ...terms } = fact.row;
    return {
      number,
      country,
      state: country === 'US' || subdivision === null ? subdivision : subdivision.slice(country.length + 1),
      taxCode,
      category: String(category ?? fee),
      validFrom: String(from),
      validThrough: to === null ? null : String(to),
      terms,
      source,
      createdAt,
      withdrawnAt,
      misfit: ctx.reference.rulingMisfits.get(number) ?? null,
    };
  });
}
