import manifest from '../../../package.json' with { type: 'json' };

/** The version of the product, and of its REST and GraphQL APIs. */
export const version: string = manifest.version;
