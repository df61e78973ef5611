/**
 * Colors, type and spacing of the gateway's pages, as CSS. Names describe the use, not the look, so both themes share
 * them. Each text color has a contrast of at least 4.5 to 1 on each of its surfaces (WCAG 2.2, AA).
 */
export const designTokens = `
:root {
  color-scheme: light dark;
  --page: #ffffff;
  --surface: #ffffff;
  --sunken: #f6f7f9;
  --hover: #eef1f5;
  --line: #e3e7ec;
  --line-strong: #c3cad4;
  --ink: #17202e;
  --ink-soft: #536073;
  --accent: #1d4f91;
  --accent-hover: #163f76;
  --on-accent: #ffffff;
  --accent-soft: #e7eef8;
  --bar: #6f9bd1;
  --bar-soft: #cfdef0;
  --good: #1a6b3d;
  --good-soft: #e3f3e9;
  --warn: #7f5200;
  --warn-soft: #fbf0d9;
  --bad: #a3262a;
  --bad-soft: #fbe9e9;
  --shadow: 0 1px 2px rgb(16 24 40 / 6%);
  --shadow-over: 0 12px 40px rgb(16 24 40 / 18%), 0 2px 8px rgb(16 24 40 / 8%);
  --scrim: rgb(16 24 40 / 40%);
  --font: system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
  --font-code: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace;
  --text-xs: .75rem;
  --text-s: .8125rem;
  --text-m: .875rem;
  --text-l: 1rem;
  --text-xl: 1.375rem;
  --text-xxl: 1.75rem;
  --space-1: .25rem;
  --space-2: .5rem;
  --space-3: .75rem;
  --space-4: 1rem;
  --space-5: 1.5rem;
  --space-6: 2rem;
  --space-7: 3rem;
  --radius-s: .3125rem;
  --radius-m: .5rem;
  --radius-l: .75rem;
}
@media (prefers-color-scheme: dark) {
  :root {
    --page: #0e131a;
    --surface: #141a23;
    --sunken: #10161e;
    --hover: #1d2531;
    --line: #263040;
    --line-strong: #3d4a5e;
    --ink: #e7ebf1;
    --ink-soft: #9aa7b9;
    --accent: #8ab4f8;
    --accent-hover: #a9c8fb;
    --on-accent: #0b1a30;
    --accent-soft: #1a2b45;
    --bar: #5b8bc9;
    --bar-soft: #24364f;
    --good: #6fcf97;
    --good-soft: #14301f;
    --warn: #f0c04d;
    --warn-soft: #33280f;
    --bad: #ff8f8f;
    --bad-soft: #3a191b;
    --shadow: none;
    --shadow-over: 0 12px 40px rgb(0 0 0 / 60%), 0 0 0 1px #263040;
    --scrim: rgb(0 0 0 / 60%);
  }
}
`;
