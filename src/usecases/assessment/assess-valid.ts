import { invalidInput } from '../../domain/base/errors.ts';
import { asIssue } from '../../domain/transactions/transaction-amounts.ts';
import { assess } from '../../tax/assess.ts';
import { documentIssues } from '../../tax/document-issues.ts';
import type { Assessment, DocumentToAssess } from '../../tax/model/assessment.ts';

/** Throws `INVALID_INPUT` for a document that cannot be assessed. */
export function assessValid(toAssess: DocumentToAssess): Assessment {
  const issues = documentIssues(toAssess);
  if (issues.length > 0) throw invalidInput(issues.map(asIssue));
  return assess(toAssess);
}
