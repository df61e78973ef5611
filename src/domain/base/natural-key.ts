/** The pair by which a consumer names its own records. */
export type NaturalKey = { readonly source: string; readonly externalId: string };
