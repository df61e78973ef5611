import { z } from 'zod';
import { type Change, type RecordType, recordTypes } from '../../domain/audit/change.ts';
import { boundedText, serviceIdInput } from '../../domain/base/fields.ts';
import { listRecordChanges } from '../../usecases/audit/list-record-changes.ts';
import { eachShown, listReply } from '../http/list.ts';
import { instantParameter } from '../http/list-filters.ts';
import { formatParameters, listTypes } from '../http/list-format.ts';
import { pageParameters, parseQuery } from '../http/query.ts';
import { type Route, route } from '../http/route.ts';
import { listChangesOperation } from './change-operation.ts';
import { changeCsv, changeJson } from './change-response.ts';

const typesOfRecords = Object.keys(recordTypes).filter((name): name is RecordType => Object.hasOwn(recordTypes, name));

const listQuery = z.object({
  ...pageParameters('changes'),
  ...formatParameters,
  recordType: z.enum(typesOfRecords).optional().meta({ description: 'Type of the records.' }),
  recordId: serviceIdInput.optional().meta({ description: 'serviceId of the record.' }),
  recordKey: boundedText(1, 600).optional().meta({ description: 'Key of the record, such as 9/INV-1 or US/MN.' }),
  clientId: boundedText(1, 256).optional().meta({ description: 'Client that made the changes.' }),
  from: instantParameter.optional().meta({ description: 'First time, in ISO 8601. A date means midnight UTC.' }),
  before: instantParameter.optional().meta({ description: 'Time before which the changes were made, in ISO 8601.' }),
});

export const auditRoutes: readonly Route[] = [
  route(
    'GET',
    '/v1/changes',
    'audit:read',
    (call) => {
      const { limit, cursor, format, excel, ...filter } = parseQuery(listQuery, call.request);
      return listReply<Change>(
        call,
        { limit, cursor, format, excel },
        {
          name: 'changes',
          pageSize: 200,
          csv: changeCsv,
          read: (page) => listRecordChanges(call.ctx, filter, page),
          render: async (changes) => eachShown(changes, changeJson),
        },
      );
    },
    { produces: Object.values(listTypes), operation: { ...listChangesOperation, query: listQuery } },
  ),
];
