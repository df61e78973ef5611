/** An address as it was sent; null where a field was not. */
export type Address = {
  readonly city: string | null;
  readonly country: string | null;
  readonly county: string | null;
  readonly state: string | null;
  readonly street: string | null;
  readonly region: string | null;
  readonly zip: string | null;
  readonly isPartial: boolean | null;
};
