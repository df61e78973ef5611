import { type FilledForm, type FormLine, formMembers } from '../../domain/returns/forms/form-layout.ts';
import { fillReturnForm } from '../../usecases/returns/fill-return-form.ts';
import { builder } from '../base/builder.ts';
import { needsScope } from '../base/field-scope.ts';
import { inTurn } from '../base/in-turn.ts';
import { NoticeRef } from '../base/notice.ts';
import { LiabilityJurisdictionRef } from '../liability/liability.ts';
import { ReturnRef } from './return.ts';

const ReturnFormLineRef = builder.objectRef<FormLine>('ReturnFormLine').implement({
  description: 'A box of a form, or a cell of its schedule.',
  fields: (t) => ({
    form: t.exposeString('form', { description: formMembers.formName }),
    box: t.exposeString('box', { description: formMembers.box }),
    label: t.exposeString('label', { description: formMembers.label }),
    jurisdiction: t.expose('jurisdiction', {
      type: LiabilityJurisdictionRef,
      nullable: true,
      description: 'The jurisdiction of a row of the schedule; null for a box of the form itself.',
    }),
    value: t.exposeString('value', {
      nullable: true,
      description: 'What to write there; null for what the filer must fill in.',
    }),
  }),
});

const ReturnFormRef = builder.objectRef<FilledForm>('ReturnForm').implement({
  description: formMembers.form,
  fields: (t) => ({
    id: t.exposeString('id', { description: formMembers.id }),
    name: t.exposeString('name', { description: formMembers.name }),
    source: t.exposeString('source', { description: formMembers.source }),
    lines: t.field({
      type: [ReturnFormLineRef],
      extensions: { listSize: 500 },
      description: formMembers.lines,
      resolve: ({ lines }) => [...lines],
    }),
    notices: t.field({
      type: [NoticeRef],
      extensions: { listSize: 3 },
      description: formMembers.notices,
      resolve: ({ notices }) => [...notices],
    }),
  }),
});

builder.objectField(ReturnRef, 'form', (t) =>
  t.field({
    type: ReturnFormRef,
    nullable: true,
    extensions: { ...needsScope('transactions:read'), work: 2_000 },
    description: `${formMembers.form} ${formMembers.where} Null elsewhere. Needs the scope \`transactions:read\`.`,
    resolve: (one, _args, ctx) => inTurn(ctx, () => fillReturnForm(ctx, one)),
  }),
);
