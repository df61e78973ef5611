import { ruleCoverageInput } from '../../domain/lookups/catalogue-input.ts';
import { ruleCoverage } from '../../domain/lookups/rule-coverage.ts';
import { getRuleCoverage } from '../../usecases/lookups/get-rule-coverage.ts';
import { builder } from '../base/builder.ts';
import { checkedArgs } from '../base/checked-input.ts';
import { descriptionsOf } from '../base/described-fields.ts';
import { needsScopes } from '../base/field-scope.ts';
import { recordType } from '../base/record-type.ts';

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
