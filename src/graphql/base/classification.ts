import type { Exemption } from '../../domain/exemptions/exemption.ts';
import { classificationFields } from '../../domain/exemptions/exemption-terms.ts';
import { builder } from './builder.ts';
import { descriptionsOf } from './described-fields.ts';

const described = descriptionsOf(classificationFields);

export const ClassificationRef = builder
  .objectRef<NonNullable<Exemption['classification']>>('ExemptionClassification')
  .implement({
    description:
      'The reason for an exemption in the words of the consumer. It is informative and does not affect the tax.',
    fields: (t) => ({
      code: t.exposeString('code', { nullable: true, description: described.code }),
      description: t.exposeString('description', { nullable: true, description: described.description }),
    }),
  });
