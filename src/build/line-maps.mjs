const digits = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/';

/**
 * Keeps the first source-map mapping of each line, and each mapping that leads to a different source line than the
 * previous one. Once a process has printed a stack trace, Node keeps an object per mapping.
 */
export function linesOnly(mappings) {
  const at = [0, 0, 0, 0, 0]; // Column, source, line, original column and name: each segment contains the differences from the previous segment.
  let last = [0, 0, 0, 0];
  const shorten = (line) => {
    const kept = [];
    at[0] = 0;
    last[0] = 0;
    for (const segment of line === '' ? [] : line.split(',')) {
      const steps = decode(segment);
      for (const [index, step] of steps.entries()) at[index] += step;
      if (steps.length === 1 || (kept.length > 0 && at[1] === last[1] && at[2] === last[2])) continue;
      const next = at.slice(0, 4);
      kept.push(encode(next.map((value, index) => value - last[index])));
      last = next;
    }
    return kept.join(',');
  };
  return mappings.split(';').map(shorten).join(';');
}

/** Base 64 with five bits per digit, lowest first. The lowest bit of a number is its sign. */
function decode(segment) {
  const numbers = [];
  let [value, shift] = [0, 0];
  for (const letter of segment) {
    const digit = digits.indexOf(letter);
    value += (digit & 31) << shift;
    shift += 5;
    if (digit & 32) continue;
    numbers.push(value & 1 ? -(value >> 1) : value >> 1);
    [value, shift] = [0, 0];
  }
  return numbers;
}

function encode(numbers) {
  return numbers.map(encodeOne).join('');
}

function encodeOne(number) {
  let text = '';
  let rest = number < 0 ? (-number << 1) | 1 : number << 1;
  do {
    const digit = rest & 31;
    rest >>= 5;
    text += digits[rest > 0 ? digit | 32 : digit];
  } while (rest > 0);
  return text;
}
