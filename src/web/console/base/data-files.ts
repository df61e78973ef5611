/** The names of the files of data below `/console/files`. The build replaces this file by one that has them. */
export const dataFiles: { readonly usMap: string } = { usMap: '' };
