/** A GraphiQL tab: an operation that runs unchanged against the demo data, with a two-line comment that says what it shows. */
export type Example = { readonly query: string; readonly variables: object };
