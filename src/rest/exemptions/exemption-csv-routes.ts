import type { HonoRequest } from 'hono';
import { z } from 'zod';
import { AppError, invalidInput } from '../../domain/base/errors.ts';
import { gatewayLimits } from '../../domain/base/limits.ts';
import { csvField, exemptionCsvTemplate } from '../../domain/exemptions/exemption-csv-header.ts';
import type { ExemptionImport } from '../../domain/exemptions/exemption-import-report.ts';
import { type FormPart, readForm } from '../../files/uploads/multipart.ts';
import { importExemptions } from '../../usecases/exemptions/import-exemptions.ts';
import { isMultipart, requireUncoded, streamedBody } from '../http/body.ts';
import { booleanParameter, parseQuery } from '../http/query.ts';
import { jsonReply, openRoute, type Route, route } from '../http/route.ts';
import { importOperation, templateOperation } from './exemption-operations.ts';

const path = '/v1/exemption_imports';
const { fileBytes, formBytes } = gatewayLimits.csv;
const importQuery = z.object({
  dryRun: booleanParameter(false).meta({
    description: 'Whether to check the file without storing anything. Default: false.',
  }),
});

export const exemptionCsvRoutes: readonly Route[] = [
  route(
    'POST',
    path,
    'exemptions:write',
    async ({ ctx, request }) => {
      const { dryRun } = parseQuery(importQuery, request);
      const parts = readForm(streamedBody(request, { bodyBytes: formBytes, fileBytes }), formTypeOf(request));
      const file = await firstFile(parts);
      const report = await importExemptions(ctx, file.content, { dryRun });
      const rest = report.status === 'STOPPED' ? null : await parts.next();
      return jsonReply(200, importJson(rest?.done === false ? withRest(report, rest.value) : report));
    },
    {
      consumes: 'multipart/form-data',
      mostBytes: formBytes,
      isStreamed: true,
      operation: { ...importOperation, query: importQuery },
    },
  ),
  openRoute(
    'GET',
    `${path}/template`,
    async () => ({
      status: 200,
      body: exemptionCsvTemplate,
      headers: {
        'Content-Type': 'text/csv; charset=utf-8',
        'Content-Disposition': 'attachment; filename="exemptions.csv"',
      },
    }),
    { produces: ['text/csv'], operation: templateOperation },
  ),
];

function formTypeOf(request: HonoRequest): string {
  if (!isMultipart(request)) {
    throw new AppError('UNSUPPORTED_MEDIA_TYPE', `Send a form with the file: multipart/form-data, field ${csvField}.`);
  }
  requireUncoded(request);
  return request.header('content-type')!.trim();
}

async function firstFile(parts: AsyncGenerator<FormPart, void, void>) {
  const part = await parts.next();
  if (part.done) throw invalidFile('REQUIRED', `The form has no file; send it in the field ${csvField}.`);
  const { kind, name } = part.value;
  if (kind === 'file' && name === csvField) return part.value;
  if (name === csvField)
    throw invalidFile('INVALID_TYPE', `${csvField} must be a file: curl -F ${csvField}=@exemptions.csv`);
  const message = `Unexpected form field ${JSON.stringify(name.slice(0, 100))}: send only the file ${csvField}.`;
  throw invalidFile('UNKNOWN_FIELD', message);
}

function invalidFile(code: string, message: string): AppError {
  return invalidInput([{ path: [csvField], code, message }]);
}

/** If another field follows, the file has already been processed, and the rest of the form is not read. */
function withRest(report: ExemptionImport, { name }: FormPart): ExemptionImport {
  const message = `Only the first file was read, but the form also has the field ${JSON.stringify(name.slice(0, 100))}.`;
  return {
    ...report,
    status: 'STOPPED',
    message: `${report.message} ${message}`,
    errors: [...report.errors, { line: 0, field: null, code: 'UNKNOWN_FIELD', message }],
  };
}

function importJson(report: ExemptionImport) {
  return {
    status: report.status,
    message: report.message,
    dry_run: report.isDryRun,
    row_count: report.rowCount,
    success_count: report.successCount,
    not_found_customers: report.notFoundCustomers,
    skipped_states: report.skippedStates,
    errors: report.errors,
    errors_left_out: report.errorsLeftOut,
    ignored_columns: report.ignoredColumns,
  };
}
