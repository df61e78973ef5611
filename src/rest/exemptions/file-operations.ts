import { z } from 'zod';
import { exemptionFile, fileTypes } from '../../domain/exemptions/exemption-file.ts';
import type { Operation } from '../http/operation.ts';
import { jsonOf, responseOf } from '../http/record-response.ts';
import { exampleIds } from '../openapi/example-data.ts';
import { recordSelection } from '../selections/record-selection.ts';

const [firstType, ...otherTypes] = fileTypes;
const fileSchema = z.string().meta({ format: 'binary', description: 'The bytes of the file.' });
const examplePdf =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\ntrailer<</Root 1 0 R>>\n%%EOF\n';

const exemptionFileResponse = responseOf(exemptionFile);
export const fileResponse = { mediaType: firstType, otherMediaTypes: otherTypes, schema: fileSchema };
export const exemptionFileJson = jsonOf(exemptionFile);

export const attachFileOperation: Operation = {
  id: 'putExemptionFile',
  tag: 'Exemptions',
  summary: 'Attach a file to an exemption',
  description:
    'The body is the file, such as a scan of the certificate, up to 10 MB. The file replaces any earlier file, and its content must match its media type. Attaching the same file again changes nothing.',
  body: {
    name: 'ExemptionFileContent',
    description: 'The file.',
    mediaType: firstType,
    otherMediaTypes: otherTypes,
    schema: fileSchema,
  },
  responses: {
    200: { description: 'The file replaced another, or was already attached.', schema: exemptionFileResponse },
    201: { description: 'The file is attached.', schema: exemptionFileResponse },
  },
  problems: ['NOT_FOUND', 'TOO_MANY_REQUESTS'],
  isTagged: true,
  examples: {
    pdf: {
      summary: 'A PDF file without pages',
      path: { serviceId: exampleIds.exemption },
      query: { name: 'certificate.pdf' },
      body: examplePdf,
      status: 201,
      variables: { input: { by: { serviceId: exampleIds.exemption }, file: null } },
    },
  },
  graphql: {
    document: `mutation ($input: AttachExemptionFileInput!) { attachExemptionFile(input: $input) { __typename ... on Exemption { file { ${recordSelection(exemptionFile)} } } ... on InvalidInput { issues { path code message } } ... on UserError { code message } } }`,
    at: 'attachExemptionFile.file',
  },
};

export const getFileOperation: Operation = {
  id: 'getExemptionFile',
  tag: 'Exemptions',
  summary: 'Download the file of an exemption',
  description:
    'The original file. Browsers download it instead of showing it. Content-Disposition has the file name, Repr-Digest the SHA-256 digest and Last-Modified the upload time. HEAD returns only the headers.',
  responses: {
    200: { description: 'The file.', ...fileResponse },
  },
  problems: ['NOT_FOUND'],
  isTagged: true,
  examples: {
    file: { summary: 'The file attached above', path: { serviceId: exampleIds.exemption }, status: 200 },
  },
  graphql: { none: 'GraphQL describes the file as Exemption.file; its content is downloaded here.' },
};

export const detachFileOperation: Operation = {
  id: 'deleteExemptionFile',
  tag: 'Exemptions',
  summary: 'Remove the file of an exemption',
  description: 'Removes the file, if any. The exemption itself does not change.',
  responses: { 204: { description: 'The exemption has no file.' } },
  problems: ['NOT_FOUND', 'CONFLICT'],
  isTagged: true,
  examples: {
    one: {
      summary: 'Remove it',
      path: { serviceId: exampleIds.exemption },
      status: 204,
      variables: { input: { by: { serviceId: exampleIds.exemption } } },
    },
  },
  graphql: {
    document: `mutation ($input: DetachExemptionFileInput!) { detachExemptionFile(input: $input) { __typename ... on Exemption { file { name } } ... on UserError { code message } } }`,
    at: 'detachExemptionFile.file',
  },
};
