import { serviceInfo } from '../../domain/lookups/service-info.ts';
import { describeService } from '../../usecases/lookups/describe-service.ts';
import { builder } from '../base/builder.ts';
import { recordType } from '../base/record-type.ts';

builder.queryField('serviceInfo', (t) =>
  t.field({
    type: recordType(serviceInfo),
    description:
      'Capabilities and limits of the service, and the coverage of its rate book. Requires a valid token but no scope.',
    resolve: (_root, _args, ctx) => describeService(ctx),
  }),
);
