import type { Register, RegisterAnswer, RegisteredNumber } from '../../src/ports/register.ts';

export const registerAskedAt = new Date('2026-11-20T16:30:00Z');

export type FakeRegister = Register & { readonly asked: string[] };

/** A register that answers only for these numbers. */
export function aRegister(
  name: Register['name'],
  covers: (number: RegisteredNumber) => boolean,
  answers: Readonly<Record<string, RegisterAnswer>>,
): FakeRegister {
  const asked: string[] = [];
  return {
    name,
    covers,
    asked,
    find: async ({ number }) => {
      asked.push(number);
      const answer = answers[number] ?? { kind: 'NOT_REGISTERED', consultationNumber: null };
      return { ...answer, checkedAt: registerAskedAt };
    },
  };
}
