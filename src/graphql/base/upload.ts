import { GraphQLError } from 'graphql';
import type { UploadedFile } from '../../files/uploads/multipart.ts';

/** A file sent with an operation. Only the form parser creates these. */
export class Upload {
  readonly file: UploadedFile;

  constructor(file: UploadedFile) {
    this.file = file;
  }
}

export const uploadScalar = {
  description:
    'A file sent with an operation as multipart/form-data. The form has three parts in this order: the field `operations`, which contains the operation with the file variable set to null; the field `map`, `{"0": ["variables.input.file"]}`; and the file, named `0`. Each operation accepts one file, which is streamed.',
  specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
  serialize: (): never => {
    throw new GraphQLError('Upload is an input type and cannot be returned.');
  },
  parseValue: (value: unknown): Upload => {
    if (value instanceof Upload) return value;
    throw new GraphQLError('Upload must be a file, sent with the operation as multipart/form-data.');
  },
} as const;
