import { z } from 'zod';

/** The kind of a text or number in an input, as for record fields. `meta` and refinements keep the kind. */
export const valueKinds = z.registry<{ readonly kind: 'decimal' | 'day' | 'uuid' | 'country' | 'currency' }>();
