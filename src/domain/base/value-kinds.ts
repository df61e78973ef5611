import { z } from 'zod';

/** What a text or number of an input is, in the kinds of record fields. `meta` and refinements keep it. */
export const valueKinds = z.registry<{ readonly kind: 'decimal' | 'day' | 'uuid' | 'country' | 'currency' }>();
