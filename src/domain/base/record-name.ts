/** The pair of values by which a consumer identifies its own record. */
export type NaturalKey = { readonly source: string; readonly externalId: string };

/** Identifies a record: by the id this service gave it or by its natural key. */
export type RecordName = { readonly serviceId: string } | { readonly key: NaturalKey };
