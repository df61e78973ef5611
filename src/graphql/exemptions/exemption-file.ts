import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { exemptionFile } from '../../domain/exemptions/exemption-file.ts';
import { attachExemptionFile, detachExemptionFile } from '../../usecases/exemptions/exemption-file.ts';
import { builder } from '../base/builder.ts';
import { type GraphqlContext, loadersOf } from '../base/context.ts';
import { errorsOf } from '../base/errors.ts';
import { needsScopes } from '../base/field-scope.ts';
import { forgetLists } from '../base/loaded-records.ts';
import { inputBy } from '../base/record-name.ts';
import { recordType } from '../base/record-type.ts';
import { ExemptionRef } from './exemption.ts';
import { byExemption, exemptionName } from './exemption-name.ts';

builder.objectField(ExemptionRef, 'file', (t) =>
  t.field({
    type: recordType(exemptionFile),
    nullable: true,
    description: 'The attached file, if any.',
    resolve: ({ serviceId }, _args, ctx) => loadersOf(ctx).fileOfExemption.load(serviceId),
  }),
);

const AttachExemptionFileInputRef = inputBy(
  'AttachExemptionFileInput',
  'The file to attach, such as a scan of the certificate, and its exemption.',
  byExemption,
  (t) => ({
    file: t.field({
      type: 'Upload',
      required: true,
      description: 'PDF, PNG, JPEG, WebP or TIFF of at most 10 MB, sent with its media type.',
    }),
  }),
);

builder.mutationField('attachExemptionFile', (t) =>
  t.field({
    type: ExemptionRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT'),
    extensions: needsScopes('exemptions:write'),
    description:
      'Attaches a file to an exemption, replacing any earlier file. The content must match the media type. Attaching the same file again changes nothing.',
    args: {
      input: t.arg({ type: AttachExemptionFileInputRef, required: true, description: 'The exemption and its file.' }),
    },
    resolve: async (_root, { input: { by, file } }, ctx) => {
      const { fileName, mediaType, content } = file.file;
      const sent = { name: fileName, contentType: mediaType, content };
      return changed((await attachExemptionFile(ctx, exemptionName(ctx, by, ['by']), sent)).exemption, ctx);
    },
  }),
);

const DetachExemptionFileInputRef = inputBy(
  'DetachExemptionFileInput',
  'The exemption whose file is removed.',
  byExemption,
);

builder.mutationField('detachExemptionFile', (t) =>
  t.field({
    type: ExemptionRef,
    errors: errorsOf('NOT_FOUND', 'CONFLICT'),
    extensions: needsScopes('exemptions:write'),
    description: 'Removes the file of an exemption, if any. The exemption itself does not change.',
    args: { input: t.arg({ type: DetachExemptionFileInputRef, required: true, description: 'The exemption.' }) },
    resolve: async (_root, { input }, ctx) =>
      changed(await detachExemptionFile(ctx, exemptionName(ctx, input.by, ['by'])), ctx),
  }),
);

function changed(exemption: Exemption, ctx: GraphqlContext): Exemption {
  loadersOf(ctx).fileOfExemption.clear(exemption.serviceId);
  forgetLists(ctx);
  return exemption;
}
