export type Rgb = readonly [red: number, green: number, blue: number]

/** A colour of a theme's tokens in linear sRGB. */
export function colourOf(theme: string, name: string): Rgb {
  const [l, c, h] = (new RegExp(`--${name}: oklch\\(([\\d. ]+)\\)`).exec(theme)?.[1] ?? '')
    .split(' ')
    .map(Number)
  if (l === undefined || c === undefined || h === undefined) throw new Error(`no colour ${name}`)
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

/** By WCAG: 1 to 21. */
export function contrastOf(a: Rgb, b: Rgb): number {
  const [low = 0, high = 0] = [luminance(a), luminance(b)].sort((x, y) => x - y)
  return (high + 0.05) / (low + 0.05)
}
