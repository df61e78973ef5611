// The icons are drawn on a 16-unit grid with one stroke width.
const paths: Readonly<Record<string, string>> = {
  inbox: 'M2.5 9.5 4 3.5h8l1.5 6v3h-11zM2.5 9.5h3.2l.8 1.5h3l.8-1.5h3.2',
  documents: 'M4 2.5h5.5L12 5v8.5H4zM9.5 2.5V5H12M6 8h4M6 10.5h4',
  returns: 'M3 3.5h10v10H3zM3 6.5h10M5.5 2v2.5M10.5 2v2.5M5.8 10l1.5 1.5L10.4 8.6',
  liability: 'M2.500 13.500h11M4 13.500v-4M7 13.500V6M10 13.500V8M13 13.500V3.500',
  customers:
    'M6 7.5a2.2 2.2 0 1 0 0-4.4 2.2 2.2 0 0 0 0 4.4zM2 13c.2-2.3 1.800-3.700 4-3.700s3.800 1.400 4 3.700M10.500 7.300a1.900 1.900 0 1 0-.6-3.700M11.500 9.500c1.400.3 2.300 1.500 2.500 3.200',
  nexus:
    'M8 14s4.500-4 4.500-7.300A4.500 4.500 0 0 0 3.500 6.700C3.500 10 8 14 8 14zM8 8.300a1.600 1.600 0 1 0 0-3.200 1.600 1.600 0 0 0 0 3.200z',
  products: 'M2.500 5.500 8 2.500l5.500 3v5.500L8 14l-5.500-3zM2.500 5.500 8 8.500l5.500-3M8 8.500V14',
  try: 'M4 2.500h8v11H4zM6 5h4M6 8h.1M8 8h.1M10 8h.1M6 10.800h.1M8 10.800h.1M10 10.800h.1',
  rates:
    'M3.500 12.500l9-9M5 6.300a1.600 1.600 0 1 0 0-3.200 1.600 1.600 0 0 0 0 3.200zM11 12.900a1.600 1.600 0 1 0 0-3.200 1.600 1.600 0 0 0 0 3.200z',
  settings:
    'M2.500 4.500h6M11.500 4.500h2M2.500 11.500h2M7.500 11.500h6M10 6a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3zM6 13a1.500 1.500 0 1 0 0-3 1.500 1.500 0 0 0 0 3z',
  search: 'M7 11.500a4.500 4.500 0 1 0 0-9 4.500 4.500 0 0 0 0 9zM10.300 10.300l3.200 3.200',
  menu: 'M2.500 4.500h11M2.500 8h11M2.500 11.500h11',
  check: 'M3.500 8.500l3 3 6-7',
  warning: 'M8 2.500l6 11H2zM8 6.500v3.500M8 11.800v.1',
  clock: 'M8 13.500a5.500 5.500 0 1 0 0-11 5.500 5.500 0 0 0 0 11zM8 5v3.300l2 1.200',
  certificate: 'M3 3h10v7H3zM8 10v3.500M6.500 13.500h3M5.500 5.500h5M5.500 7.500h3',
  send: 'M2.500 8l11-5-4 10.500-2.300-4.200zM7.200 9.300l6.300-6.300',
};

export function Icon({ name }: { readonly name: string }) {
  return (
    <svg class="icon" viewBox="0 0 16 16" width="16" height="16" aria-hidden="true">
      <path d={paths[name]} />
    </svg>
  );
}

/** The product logo, with the same shapes as the favicon. */
export function Mark() {
  return (
    <svg class="mark" viewBox="0 0 32 32" width="24" height="24" aria-hidden="true">
      <rect width="32" height="32" rx="7" />
      <path d="M7 9h18v4h-7v12h-4V13H7z" />
    </svg>
  );
}
