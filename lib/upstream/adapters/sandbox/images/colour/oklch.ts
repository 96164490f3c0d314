/** A colour as people see it: lightness 0–1, chroma from 0 (grey) to about 0.3, hue in degrees. */
export type Oklch = { lightness: number; chroma: number; hue: number }

type Lab = { l: number; a: number; b: number }

export function oklchOf(hex: string): Oklch {
  const { l, a, b } = labOf(hex)
  return { lightness: l, chroma: Math.hypot(a, b), hue: (Math.atan2(b, a) * 180) / Math.PI }
}

/** The nearest colour that a screen can show: chroma gives way, lightness and hue stay. */
export function hexOf({ lightness, chroma, hue }: Oklch): string {
  const angle = (hue * Math.PI) / 180
  const l = Math.min(1, Math.max(0, lightness))
  let rgb = linearRgb({ l, a: chroma * Math.cos(angle), b: chroma * Math.sin(angle) })
  for (let step = 9; step >= 0 && rgb.some((part) => part < -0.0005 || part > 1.0005); step--) {
    const less = chroma * (step / 10)
    rgb = linearRgb({ l, a: less * Math.cos(angle), b: less * Math.sin(angle) })
  }
  return `#${rgb.map(hexByte).join('')}`
}

/** `share` 0 is the one, 1 the other. */
export function mixColours(one: string, other: string, share: number): string {
  const from = labOf(one)
  const to = labOf(other)
  const part = (key: keyof Lab) => from[key] + (to[key] - from[key]) * share
  return `#${linearRgb({ l: part('l'), a: part('a'), b: part('b') })
    .map(hexByte)
    .join('')}`
}

function labOf(hex: string): Lab {
  const value = Number.parseInt(hex.slice(1), 16)
  const [red, green, blue] = [toLinear(value >> 16), toLinear((value >> 8) & 255), toLinear(value & 255)]
  const long = Math.cbrt(0.4122214708 * red + 0.5363325363 * green + 0.0514459929 * blue)
  const middle = Math.cbrt(0.2119034982 * red + 0.6806995451 * green + 0.1073969566 * blue)
  const short = Math.cbrt(0.0883024619 * red + 0.2817188376 * green + 0.6299787005 * blue)
  return {
    l: 0.2104542553 * long + 0.793617785 * middle - 0.0040720468 * short,
    a: 1.9779984951 * long - 2.428592205 * middle + 0.4505937099 * short,
    b: 0.0259040371 * long + 0.7827717662 * middle - 0.808675766 * short,
  }
}

function linearRgb({ l, a, b }: Lab): [number, number, number] {
  const long = (l + 0.3963377774 * a + 0.2158037573 * b) ** 3
  const middle = (l - 0.1055613458 * a - 0.0638541728 * b) ** 3
  const short = (l - 0.0894841775 * a - 1.291485548 * b) ** 3
  return [
    4.0767416621 * long - 3.3077115913 * middle + 0.2309699292 * short,
    -1.2684380046 * long + 2.6097574011 * middle - 0.3413193965 * short,
    -0.0041960863 * long - 0.7034186147 * middle + 1.707614701 * short,
  ]
}

function toLinear(byte: number): number {
  const part = byte / 255
  return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
}

function hexByte(linear: number): string {
  const part = Math.min(1, Math.max(0, linear))
  const gamma = part <= 0.0031308 ? part * 12.92 : 1.055 * part ** (1 / 2.4) - 0.055
  return Math.round(gamma * 255)
    .toString(16)
    .padStart(2, '0')
}
