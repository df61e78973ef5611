import { GraphQLError } from 'graphql';
import type { UploadedFile } from '../../uploads/multipart.ts';
import type { Builder } from './builder.ts';

/** A file that came with its operation; only the reader of a form makes one. */
export class Upload {
  readonly file: UploadedFile;

  constructor(file: UploadedFile) {
    this.file = file;
  }
}

export function addUpload(builder: Builder): void {
  builder.scalarType('Upload', {
    description:
      'A file, sent beside the operation in a form (multipart/form-data): the field `operations` with the operation, in whose variables the file’s place is null; the field `map`, `{"0": ["variables.input.csvFile"]}`; then the file, as the field `0`. One file goes with an operation, and it is read as it comes.',
    specifiedByURL: 'https://github.com/jaydenseric/graphql-multipart-request-spec',
    serialize: () => {
      throw new GraphQLError('A file is never answered.');
    },
    parseValue: (value) => {
      if (value instanceof Upload) return value;
      throw new GraphQLError('Upload must be a file, sent beside the operation in a form.');
    },
  });
}
