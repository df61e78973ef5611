/** Records on a page of GraphQL that does not say how many. */
export const defaultPageSize = 25;
