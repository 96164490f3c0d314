import type { PictureSize } from './picture-size'

const LANDSCAPE =
  /\b(landscape|panorama\w*|wide|widescreen|horizontal|banner|skyline|horizon|seascape|cinematic|16:9|3:2)\b/i
const PORTRAIT =
  /\b(portrait|vertical|tall|poster|bookmark|phone wallpaper|full[- ]body|book cover|9:16|2:3|story)\b/i

/** The size asked for; for `auto` the one that suits the words. */
export function chooseSize(size: string, prompt: string): PictureSize {
  const [width, height] = size.split('x').map(Number)
  if (width && height) return { width, height }
  if (PORTRAIT.test(prompt)) return { width: 1024, height: 1536 }
  return LANDSCAPE.test(prompt) ? { width: 1536, height: 1024 } : { width: 1024, height: 1024 }
}

/** Of the three sizes that variations come in, the one most like the source. */
export function nearestSize({ width, height }: PictureSize): PictureSize {
  const ratio = width / height
  if (ratio > 1.22) return { width: 1536, height: 1024 }
  return ratio < 0.82 ? { width: 1024, height: 1536 } : { width: 1024, height: 1024 }
}
