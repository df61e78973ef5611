import type { RuleOfCodes } from '../../domain/lookups/rate-lookup.ts';
import type { RuleLimit, RuleLookup } from '../../domain/lookups/rule-lookup.ts';
import type { Builder } from '../base/builder.ts';
import { JurisdictionLevelEnum, TaxReasonEnum } from '../base/enums.ts';
import { NoticeRef } from '../base/notice.ts';
import { JurisdictionalSalesTaxRulesRef } from '../places/tax-rules.ts';
import type { LookupEnums } from './lookup-enums.ts';

type Parts = {
  readonly lookupEnums: LookupEnums;
};

export type RuleLookups = ReturnType<typeof addRuleLookups>;

/** What the law makes of a tax code, before there is a price. */
export function addRuleLookups(builder: Builder, parts: Parts) {
  const law = addLaw(builder, parts);
  const rule = builder.objectRef<RuleOfCodes>('TaxCodeRule').implement({
    description: 'What the law of a place makes of one or more tax codes on a day.',
    interfaces: [law],
    fields: (t) => ({
      taxCodes: t.stringList({
        description: 'The tax codes it is for: the one asked for, else those of the catalogue.',
        resolve: ({ taxCodes }) => [...taxCodes],
      }),
    }),
  });
  return { law, rule };
}

function addLaw(builder: Builder, { lookupEnums }: Parts) {
  const limit = addLimit(builder, { lookupEnums });
  return builder.interfaceRef<RuleLookup>('TaxCodeLaw').implement({
    description: 'What the law of a place makes of a tax code on a day, before there is a price.',
    fields: (t) => ({
      ruleId: t.string({
        description: 'The rule of the rate book: `US-NY/clothing`, `DE/books`.',
        resolve: ({ id }) => id,
      }),
      category: t.exposeString('category', { description: 'The category of the facts that decides.' }),
      treatment: t.expose('treatment', { type: lookupEnums.treatment, description: 'What the law makes of it.' }),
      reason: t.expose('reason', {
        type: TaxReasonEnum,
        description: 'The reason that a line would bear where no limit on the price comes in.',
      }),
      reasonText: t.exposeString('reasonText', { description: 'The reason in words.' }),
      followsGoods: t.expose('followsGoods', {
        type: lookupEnums.followsGoods,
        nullable: true,
        description: 'For shipping and handling that share the fate of their goods: how; null otherwise.',
      }),
      limits: t.field({
        type: [limit],
        extensions: { listSize: 2 },
        description: 'Prices per piece on which the tax depends; empty where the price does not matter.',
        resolve: ({ limits }) => [...limits],
      }),
      conditions: t.stringList({
        description: 'What it depends on that no document tells, such as a prescription.',
        resolve: ({ conditions }) => [...conditions],
      }),
      fromOn: t.expose('fromOn', {
        type: 'Date',
        nullable: true,
        description: 'The first day the rule holds; null when it is not known.',
      }),
      toOn: t.expose('toOn', {
        type: 'Date',
        nullable: true,
        description: 'The last day it holds; null while it is open.',
      }),
      source: t.exposeString('source', { description: 'Where the rule was read.' }),
      rules: t.field({
        type: JurisdictionalSalesTaxRulesRef,
        description: 'The same as lines show it: the rule of the state or country, with cities or regions.',
        resolve: ({ view }) => view,
      }),
      notices: t.field({
        type: [NoticeRef],
        extensions: { listSize: 5 },
        description: 'What the reader should know of the rule.',
        resolve: ({ notices }) => [...notices],
      }),
    }),
  });
}

function addLimit(builder: Builder, { lookupEnums }: Pick<Parts, 'lookupEnums'>) {
  return builder.objectRef<RuleLimit>('RuleLimit').implement({
    description: 'A price per piece, or a share of it, on which a tax depends; in the money of the place.',
    fields: (t) => ({
      kind: t.expose('kind', { type: lookupEnums.limitKind, description: 'How the price matters.' }),
      levels: t.field({
        type: [JurisdictionLevelEnum],
        description: 'Whose taxes it limits.',
        resolve: ({ levels }) => [...levels],
      }),
      amount: t.expose('amount', {
        type: 'Decimal',
        nullable: true,
        description: 'The price it starts or ends at; null for a share.',
      }),
      toAmount: t.expose('toAmount', {
        type: 'Decimal',
        nullable: true,
        description: 'For `BETWEEN`, the price it ends at.',
      }),
      share: t.expose('share', {
        type: 'Decimal',
        nullable: true,
        description: 'For `SHARE`, the fraction of the price that is taxed.',
      }),
      message: t.exposeString('message', { description: 'A sentence for people, with the amounts.' }),
    }),
  });
}
