/** The path of a document, by the consumer's own key. */
export const documentPath = '/v1/transactions/source/:source/externalId/:externalId';
