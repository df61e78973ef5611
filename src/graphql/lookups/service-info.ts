import { serviceInfo } from '../../domain/lookups/service-info.ts';
import { describeService } from '../../usecases/lookups/describe-service.ts';
import { builder } from '../base/builder.ts';
import { recordType } from '../base/record-type.ts';

builder.queryField('serviceInfo', (t) =>
  t.field({
    type: recordType(serviceInfo),
    description:
      'The capabilities and limits of the service, and the coverage of its rate book. Every valid token can read it; no scope is needed.',
    resolve: (_root, _args, ctx) => describeService(ctx),
  }),
);
