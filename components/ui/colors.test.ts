import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'

const read = (name: string) => readFileSync(new URL(`../../app/styles/${name}.css`, import.meta.url), 'utf8')
const themesOf = (name: string) => read(name).split('[data-theme="dark"]')
const [light = '', dark = ''] = themesOf('tokens')
const [moreLight = '', moreDark = ''] = themesOf('more-contrast')

const surfaces = ['background', 'card', 'muted', 'popover', 'accent', 'secondary']
const texts = [
  'muted-foreground',
  'faint-foreground',
  'brand-text',
  'success-text',
  'warning-text',
  'destructive-text',
]

test.each([
  ['light', light, moreLight],
  ['dark', dark, moreDark],
])('%s: with more contrast preferred, all text has 7:1 on every surface', (_, theme, more) => {
  for (const text of texts)
    for (const surface of [...surfaces, 'brand-soft', 'success-soft', 'warning-soft', 'destructive-soft'])
      expect(
        contrastOf(colorOf(more, text), colorOf(theme, surface)),
        `${text} on ${surface}`,
      ).toBeGreaterThanOrEqual(7)
})

const series = ['chart-1', 'chart-2', 'chart-3', 'chart-4', 'chart-5', 'chart-rest']

/** Full color vision, and the three kinds of dichromacy (Machado, Oliveira and Fernandes 2009). */
const eyes: Record<string, readonly Rgb[]> = {
  'all colors': [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ],
  'no red': [
    [0.152286, 1.052583, -0.204868],
    [0.114503, 0.786281, 0.099216],
    [-0.003882, -0.048116, 1.051998],
  ],
  'no green': [
    [0.367322, 0.860646, -0.227968],
    [0.280085, 0.672501, 0.047413],
    [-0.01182, 0.04294, 0.968881],
  ],
  'no blue': [
    [1.255528, -0.076749, -0.178779],
    [-0.078411, 0.930809, 0.147602],
    [0.004733, 0.691367, 0.3039],
  ],
}

function seen(rgb: Rgb, eye: readonly Rgb[]): Rgb {
  const [r = 0, g = 0, b = 0] = eye.map((row) =>
    Math.max(0, row[0] * rgb[0] + row[1] * rgb[1] + row[2] * rgb[2]),
  )
  const l = Math.cbrt(0.4122214708 * r + 0.5363325363 * g + 0.0514459929 * b)
  const m = Math.cbrt(0.2119034982 * r + 0.6806995451 * g + 0.1073969566 * b)
  const s = Math.cbrt(0.0883024619 * r + 0.2817188376 * g + 0.6299787005 * b)
  return [
    0.2104542553 * l + 0.793617785 * m - 0.0040720468 * s,
    1.9779984951 * l - 2.428592205 * m + 0.4505937099 * s,
    0.0259040371 * l + 0.7827717662 * m - 0.808675766 * s,
  ]
}

test.each([
  ['light', light],
  ['dark', dark],
])('%s: every series has 3:1 against the surface', (_, theme) => {
  for (const name of series)
    expect(contrastOf(colorOf(theme, name), colorOf(theme, 'card')), name).toBeGreaterThanOrEqual(3)
})

test.each(
  Object.entries(eyes).flatMap(([eye, matrix]) => [
    { theme: 'light', css: light, eye, matrix },
    { theme: 'dark', css: dark, eye, matrix },
  ]),
)('$theme: no two series look alike with $eye', ({ css, matrix }) => {
  const colors = series.map((name) => seen(colorOf(css, name), matrix))
  for (const [index, one] of colors.entries())
    for (const [later, other] of colors.slice(index + 1).entries())
      expect(
        Math.hypot(one[0] - other[0], one[1] - other[1], one[2] - other[2]),
        `${series[index]} and ${series[index + 1 + later]}`,
      ).toBeGreaterThan(0.05) // About twice the just noticeable difference.
})

type Rgb = readonly [red: number, green: number, blue: number]

/** A color of a theme's tokens in linear sRGB. */
function colorOf(theme: string, name: string): Rgb {
  const [l, c, h] = (new RegExp(`--${name}: oklch\\(([\\d. ]+)\\)`).exec(theme)?.[1] ?? '')
    .split(' ')
    .map(Number)
  if (l === undefined || c === undefined || h === undefined) throw new Error(`no color ${name}`)
  const a = c * Math.cos((h * Math.PI) / 180)
  const b = c * Math.sin((h * Math.PI) / 180)
  const x = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const y = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const z = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * x - 3.3077115913 * y + 0.2309699292 * z,
    -1.2684380046 * x + 2.6097574011 * y - 0.3413193965 * z,
    -0.0041960863 * x - 0.7034186147 * y + 1.707614701 * z,
  ]
}

const luminance = ([r, g, b]: Rgb) => 0.2126 * r + 0.7152 * g + 0.0722 * b

/** The contrast ratio of WCAG, from 1 to 21. */
function contrastOf(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}
