/** The names of the data files in `/console/files`. The build replaces this file with one that lists them. */
export const dataFiles: { readonly usMap: string } = { usMap: '' };
