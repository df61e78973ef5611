import manifest from '../../../package.json' with { type: 'json' };

/** The version of the product, and of both its interfaces. */
export const version: string = manifest.version;
