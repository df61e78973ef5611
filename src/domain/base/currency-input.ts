import { z } from 'zod';
import { findCurrency } from './currency.ts';
import { valueKinds } from './value-kinds.ts';

/** An ISO 4217 code, in upper or lower case. */
export const currencyInput = z
  .string()
  .transform((code, ctx) => {
    const currency = findCurrency(code);
    if (currency !== null) return currency;
    const message = `${JSON.stringify(code.slice(0, 10))} is not an ISO 4217 currency code, such as USD.`;
    ctx.addIssue({ code: 'custom', params: { code: 'UNKNOWN_VALUE' }, message });
    return z.NEVER;
  })
  .register(valueKinds, { kind: 'currency' });
