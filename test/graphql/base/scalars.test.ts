import { GraphQLError, type GraphQLScalarType, parseValue, valueFromASTUntyped } from 'graphql';
import { describe, expect, it } from 'vitest';
import { schema } from '../../../src/graphql/schema.ts';

const scalar = (name: string) => schema.getType(name) as GraphQLScalarType;

describe('Decimal', () => {
  it.each<[unknown, string, string]>([
    ['12.50', '12.5', 'text'],
    [12.5, '12.5', 'a number'],
    [0.1 + 0.2, '0.3', 'what a double means'],
    ['0.123456789012345678901234567890', '0.12345678901234567890123456789', 'text is read as it stands'],
    ['-0', '0', 'there is one zero'],
    [' 1e3 ', '1000', 'no exponent is kept'],
  ])('reads the variable %j as %s: %s', (value, read) => {
    expect(scalar('Decimal').parseValue(value)).toBe(read);
  });

  it.each([
    ['19.990000000000000000001', '19.990000000000000000001'],
    ['100', '100'],
    ['"0.0825"', '0.0825'],
    ['-1.5e-3', '-0.0015'],
  ])('reads the literal %s digit by digit', (literal, read) => {
    expect(scalar('Decimal').parseLiteral(parseValue(literal))).toBe(read);
  });

  it.each([['abc'], [''], [Number.NaN], [true], [null], [{}], ['1,5'], ['0x10'], ['9'.repeat(121)]])(
    'refuses %j',
    (value) => {
      expect(() => scalar('Decimal').parseValue(value)).toThrow(GraphQLError);
    },
  );

  it.each([['true'], ['[1]'], ['RED']])('refuses the literal %s', (literal) => {
    expect(() => scalar('Decimal').parseLiteral(parseValue(literal))).toThrow(GraphQLError);
    expect(valueFromASTUntyped(parseValue(literal))).toBeDefined();
  });
});

describe('the other scalars', () => {
  it.each([
    ['UUID', '0197A3C2-7D0E-7CC0-8000-3F2A5B8C9D1E', '0197a3c2-7d0e-7cc0-8000-3f2a5b8c9d1e'],
    ['Date', '2028-02-29', '2028-02-29'],
    ['CountryCode', 'us', 'US'],
    ['CurrencyCode', 'eur', 'EUR'],
  ])('%s reads %s as %s', (name, value, read) => {
    expect(scalar(name).parseValue(value)).toBe(read);
  });

  it.each([
    ['UUID', 'INV-1'],
    ['UUID', 7],
    ['Date', '2026-02-29'],
    ['Date', '2026-06-15T10:00:00Z'],
    ['Date', '0000-01-01'],
    ['DateTime', 'yesterday'],
    ['DateTime', '5'],
    ['DateTime', '0000-01-01T00:00:00Z'],
    ['DateTime', '+275760-09-13T00:00:00Z'],
    ['CountryCode', 'USA'],
    ['CurrencyCode', '$'],
  ])('%s refuses %s', (name, value) => {
    expect(() => scalar(name).parseValue(value)).toThrow(GraphQLError);
  });

  it('DateTime is an instant in UTC', () => {
    expect(scalar('DateTime').serialize(new Date('2026-06-15T10:00:00-05:00'))).toBe('2026-06-15T15:00:00.000Z');
  });

  it.each(['Decimal', 'DateTime', 'Date', 'UUID', 'CountryCode', 'CurrencyCode'])(
    '%s says where it is specified',
    (name) => {
      expect(scalar(name).specifiedByURL).toMatch(/^https:/);
    },
  );
});
