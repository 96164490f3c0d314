import localFont from 'next/font/local'

// Each family is two files, so that a first visit waits for half of one: Latin letters and the signs that our pages use, cut
// out of the package's own file (with all its features) by subset-font 2, and the whole, fetched where another letter
// appears. next/font reads these calls without running them, so the ranges cannot be shared.

export const sansFont = localFont({
  src: './geist-latin.woff2',
  variable: '--font-geist-sans',
  weight: '100 900',
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+20-7E, U+A0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2010-2027, U+2030, U+2032-2033, U+2039-203A, U+2044, U+20AC, U+2122, U+2190-2193, U+2212, U+2248, U+2260, U+2264-2265',
    },
  ],
})

/** Comes first in the font stack, or the Latin font's fallback would draw these letters. */
export const otherSansFont = localFont({
  src: '../../node_modules/geist/dist/fonts/geist-sans/Geist-Variable.woff2',
  variable: '--font-geist-other',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+100-130, U+132-151, U+154-2BA, U+2BD-2C5, U+2C7-2D9, U+2DB, U+2DD-200F, U+2028-202F, U+2031, U+2034-2038, U+203B-2043, U+2045-20AB, U+20AD-2121, U+2123-218F, U+2194-2211, U+2213-2247, U+2249-225F, U+2261-2263, U+2266-FFFF',
    },
  ],
})

/** No page waits for it: ids and code are never read first. */
export const monoFont = localFont({
  src: './geist-mono-latin.woff2',
  variable: '--font-geist-mono',
  adjustFontFallback: false,
  fallback: ['ui-monospace', 'SFMono-Regular', 'Menlo', 'Liberation Mono', 'DejaVu Sans Mono', 'monospace'],
  weight: '400 700',
  preload: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+20-7E, U+A0-FF, U+131, U+152-153, U+2BB-2BC, U+2C6, U+2DA, U+2DC, U+2010-2027, U+2030, U+2032-2033, U+2039-203A, U+2044, U+20AC, U+2122, U+2190-2193, U+2212, U+2248, U+2260, U+2264-2265',
    },
  ],
})

export const otherMonoFont = localFont({
  src: '../../node_modules/geist/dist/fonts/geist-mono/GeistMono-Variable.woff2',
  variable: '--font-geist-mono-other',
  weight: '100 900',
  preload: false,
  adjustFontFallback: false,
  declarations: [
    {
      prop: 'unicode-range',
      value:
        'U+100-130, U+132-151, U+154-2BA, U+2BD-2C5, U+2C7-2D9, U+2DB, U+2DD-200F, U+2028-202F, U+2031, U+2034-2038, U+203B-2043, U+2045-20AB, U+20AD-2121, U+2123-218F, U+2194-2211, U+2213-2247, U+2249-225F, U+2261-2263, U+2266-FFFF',
    },
  ],
})
