import localFont from 'next/font/local'

/** Geist Mono as its package has it, except that no page waits for it: it is for ids and code, never for what is read first. */
export const monoFont = localFont({
  src: '../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono',
  adjustFontFallback: false,
  fallback: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Liberation Mono', 'DejaVu Sans Mono', 'monospace'],
  weight: '100 900',
  preload: false,
})
