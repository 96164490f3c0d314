/** Limits of picture requests, without zod: the studio needs them before zod is loaded. */
export const MAX_PROMPT_CODE_POINTS = 32_000
export const MAX_IMAGES = 10
export const variationSizes = ['auto', '1024x1024', '1536x1024', '1024x1536'] as const

const LONGER_SIDE = 3840
const SHORTER_SIDE = 2160
const MULTIPLE = 16
const WIDEST_RATIO = 3

/** `1536x1024` as numbers; undefined for what is not written so. */
export function parseSize(size: string): { width: number; height: number } | undefined {
  const match = /^([1-9]\d{0,4})x([1-9]\d{0,4})$/.exec(size)
  if (!match) return undefined
  return { width: Number(match[1]), height: Number(match[2]) }
}

/** Whether a picture may be requested in this size: at most 3840x2160 in either orientation. */
export function isDrawableSize(size: string): boolean {
  const parsed = parseSize(size)
  if (parsed === undefined) return false
  const longer = Math.max(parsed.width, parsed.height)
  const shorter = Math.min(parsed.width, parsed.height)
  if (parsed.width % MULTIPLE !== 0 || parsed.height % MULTIPLE !== 0) return false
  return longer <= LONGER_SIDE && shorter <= SHORTER_SIDE && longer <= shorter * WIDEST_RATIO
}
