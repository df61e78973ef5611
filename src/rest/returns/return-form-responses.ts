import { z } from 'zod';
import { type FilledForm, type FormLine, formMembers } from '../../domain/returns/forms/form-layout.ts';
import { jurisdictionLevels } from '../../tax/model/place.ts';
import { shown } from '../http/json.ts';
import { type CsvColumn, csvForm } from '../http/list-format.ts';
import { choice, list, named, notices, text } from '../http/members.ts';

const formLineResponse = named('ReturnFormLine', 'A box of a form, or a cell of its schedule.', {
  form: text(formMembers.formName, ['01-114']),
  box: text(formMembers.box, ['2']),
  label: text(formMembers.label, ['TAXABLE SALES']),
  jurisdiction: z
    .object({
      id: text('Id in the rate book.', ['TX-MAUSTIN']),
      level: choice(jurisdictionLevels, 'Kind of jurisdiction.'),
      name: text('Name.', ['Austin']),
    })
    .meta({ description: formMembers.jurisdiction })
    .optional(),
  value: text(formMembers.value, ['1250']).optional(),
});

export const returnFormResponse = named('ReturnForm', formMembers.form, {
  id: text(formMembers.id, ['TX_01_114']),
  name: text(formMembers.name),
  source: text(formMembers.source),
  lines: list(formLineResponse, formMembers.lines),
  notices: notices(formMembers.notices),
});

export function returnFormJson({ id, name, source, lines, notices: remarks }: FilledForm) {
  return { id, name, source, lines: lines.map(formLineJson), notices: remarks };
}

export function formLineJson({ form, box, label, jurisdiction, value }: FormLine) {
  return { form, box, label, jurisdiction: shown(jurisdiction), value: shown(value) };
}

const columns: readonly CsvColumn<FormLine>[] = [
  { name: 'form', description: formMembers.formName, value: ({ form }) => form },
  { name: 'box', description: formMembers.box, value: ({ box }) => box },
  { name: 'label', description: formMembers.label, value: ({ label }) => label },
  {
    name: 'jurisdictionId',
    description: 'Id of the jurisdiction of a row of the schedule; empty for a box of the form itself.',
    value: ({ jurisdiction }) => jurisdiction?.id ?? null,
  },
  { name: 'jurisdictionName', description: 'Its name.', value: ({ jurisdiction }) => jurisdiction?.name ?? null },
  { name: 'value', description: formMembers.value, value: ({ value }) => value },
];

export const formLineCsv = csvForm(columns);
