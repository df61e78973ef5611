/** The icon of the gateway's pages, as SVG. */
export const icon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32">
  <rect width="32" height="32" rx="7" fill="#1d4f91"/>
  <path d="M7 9h18v4h-7v12h-4V13H7z" fill="#fff"/>
</svg>
`;
