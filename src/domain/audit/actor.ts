/** Who makes a request: the client of the token, or the subject of a token of another issuer. */
export type Actor = { readonly clientId: string; readonly requestId: string };
