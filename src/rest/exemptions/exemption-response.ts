import { z } from 'zod';
import { certificateStatusMeanings } from '../../domain/descriptions/exemption-descriptions.ts';
import {
  type CertificateTerms,
  certificateStatuses,
  certificateStatusOf,
} from '../../domain/exemptions/certificate-status.ts';
import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { exemptionStatuses, exemptionTypes } from '../../domain/exemptions/exemption.ts';
import { exemptionFields } from '../../domain/exemptions/exemption-input.ts';
import { exemptionReasons } from '../../domain/exemptions/exemption-reason.ts';
import {
  certificateFields,
  classificationFields,
  statusFields,
  validationDatesFields,
} from '../../domain/exemptions/exemption-terms.ts';
import { shownStatus } from '../../domain/exemptions/shown-status.ts';
import { internalTimestampsJson, internalTimestampsResponse } from '../http/common-responses.ts';
import { shown, shownNumber } from '../http/json.ts';
import { choice, count, flag, inWords, list, named, rate, text, uuid } from '../http/members.ts';

const { shape: sentTerms } = exemptionFields.shape.exemption;
const { shape: status } = statusFields;
const { shape: classification } = classificationFields;
const { shape: validationDates } = validationDatesFields;
const { shape: certificate } = certificateFields;

export const exemptionResponse = named('Exemption', 'A customer’s exemption from tax in a state or country.', {
  serviceId: uuid('Id that this service assigned to the exemption.'),
  customerId: uuid(sentTerms.customerId),
  country: text('ISO 3166-1 code of the country in which the exemption is valid.', ['US']),
  state: z
    .object({
      abbreviation: text('Code of the state.', ['MN']),
      code: text('Code of the state as sent, or else the same as abbreviation.', ['MN', '27']),
      name: text('Name of the state.', ['Minnesota']).optional(),
    })
    .meta({ description: 'State in which the exemption is valid; absent if it is valid in the whole country.' })
    .optional(),
  exemptionReason: choice(exemptionReasons, sentTerms.exemptionReason).optional(),
  classification: z
    .object({ code: text(classification.code).optional(), description: text(classification.description).optional() })
    .meta({ description: sentTerms.classification.description })
    .optional(),
  validationDates: z
    .object({ fromDate: text(validationDates.fromDate).optional(), toDate: text(validationDates.toDate).optional() })
    .meta({ description: sentTerms.validationDates.description })
    .optional(),
  internalTimestamps: internalTimestampsResponse,
  status: z
    .object({ code: text(status.code, ['ACTIVE']), name: text(status.name, ['Active']) })
    .meta({ description: 'Status as sent, or else exemptionStatus and its name.' }),
  certificate: z
    .object({
      certificateId: text(certificate.certificateId).optional(),
      url: text(certificate.url).optional(),
      name: text(certificate.name).optional(),
    })
    .meta({ description: sentTerms.certificate.description })
    .optional(),
  exemptionType: choice(exemptionTypes, sentTerms.exemptionType),
  exemptionStatus: choice(exemptionStatuses, sentTerms.exemptionStatus),
  certificateStatus: choice(
    certificateStatuses,
    `Status of the certificate today, in UTC. ${inWords(certificateStatusMeanings)}`,
  ),
  exemptFraction: rate(sentTerms.exemptFraction).optional(),
  reducedRate: rate(sentTerms.reducedRate).optional(),
  taxCodes: list(text('A tax code.', ['C1S1']), sentTerms.taxCodes),
});

export const createdExemptionsResponse = z.object({}).meta({ description: 'Always an empty object.' });

export function exemptionJson(exemption: Exemption, terms: CertificateTerms) {
  const { state, sentStateCode, classification, validationDates, certificate } = exemption;
  return {
    serviceId: exemption.serviceId,
    customerId: exemption.customerId,
    country: exemption.country,
    state:
      state === null
        ? undefined
        : { abbreviation: state, code: sentStateCode ?? state, name: shown(exemption.stateName) },
    exemptionReason: shown(exemption.exemptionReason),
    classification: shown(
      classification && {
        code: shown(classification.code),
        description: shown(classification.description),
      },
    ),
    validationDates: shown(
      validationDates && {
        fromDate: shown(validationDates.fromDate),
        toDate: shown(validationDates.toDate),
      },
    ),
    internalTimestamps: internalTimestampsJson(exemption.internalTimestamps),
    status: shownStatus(exemption),
    certificate: shown(
      certificate && {
        certificateId: shown(certificate.certificateId),
        url: shown(certificate.url),
        name: shown(certificate.name),
      },
    ),
    exemptionType: exemption.exemptionType,
    exemptionStatus: exemption.exemptionStatus,
    certificateStatus: certificateStatusOf(exemption, terms),
    exemptFraction: shownNumber(exemption.exemptFraction),
    reducedRate: shownNumber(exemption.reducedRate),
    taxCodes: exemption.taxCodes,
  };
}

export const exemptionImportResponse = named('ExemptionImport', 'Report on a file of exemptions.', {
  status: z.enum(['SUCCESS', 'PARTIAL', 'FAILED', 'STOPPED']).meta({
    description:
      'SUCCESS: every row is valid. PARTIAL: some rows are valid. FAILED: no row is valid. STOPPED: the file could not be read beyond a certain line.',
  }),
  message: text('The remark in a sentence.'),
  dry_run: flag('Whether this was a dry run, which stores nothing.'),
  row_count: count('Number of rows read, without empty rows.'),
  success_count: count('Number of valid rows.'),
  not_found_customers: list(
    text('Customer as written in the file.'),
    'Customers that do not exist, each listed once; at most 1000.',
  ),
  skipped_states: list(text('Customer as written in the file.'), 'Unknown states, each listed once; at most 1000.'),
  errors: list(
    z.object({
      line: count('Line of the file in which the row begins, from 1; 0 for the form.'),
      field: text('CsvColumn; null for the whole row.').nullable(),
      code: text('Stable code for programs.'),
      message: text('What to change.'),
    }),
    'Errors in rows; at most 1000.',
  ),
  errors_left_out: count('Number of errors that are not listed.'),
  ignored_columns: list(text('Customer as written in the file.'), 'Unknown columns, which were ignored.'),
});
