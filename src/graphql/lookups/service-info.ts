import { ruleCoverageInput } from '../../domain/lookups/catalogue-input.ts';
import { ruleCoverage } from '../../domain/lookups/rule-coverage.ts';
import { serviceInfo } from '../../domain/lookups/service-info.ts';
import { describeService } from '../../usecases/lookups/describe-service.ts';
import { getRuleCoverage } from '../../usecases/lookups/get-rule-coverage.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { recordType } from '../base/record-type.ts';

builder.queryField('serviceInfo', (t) =>
  t.field({
    type: recordType(serviceInfo),
    description:
      'Capabilities and limits of the service, and the coverage of its rate book. Requires a valid token but no scope.',
    resolve: (_root, _args, ctx) => describeService(ctx),
  }),
);

const described = descriptionsOf(ruleCoverageInput);

builder.queryField('ruleCoverage', (t) =>
  t.field({
    type: recordType(ruleCoverage),
    extensions: needsScopes('tax:read'),
    description: ruleCoverage.description,
    ...checkedArgs({ places: t.arg.stringList({ description: described.places }) }, ruleCoverageInput),
    resolve: (_root, { parsed }, ctx) => getRuleCoverage(ctx, parsed),
  }),
);
