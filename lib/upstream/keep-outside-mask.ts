/** Pixels of one picture, four bytes each: red, green, blue, alpha. */
type Pixels = {
  source: Buffer
  edited: Buffer /** One byte a pixel: 0 is open to the edit, 255 is not. */
  mask: Buffer
}

/**
 * The edit where the mask is transparent, the source to the byte where it is opaque, a mixture between. What a mask
 * protects must come back as it was, whatever an upstream made of the rest.
 */
export function keepOutsideMask({ source, edited, mask }: Pixels): Buffer {
  const result = Buffer.from(edited)
  for (let pixel = 0; pixel < mask.length; pixel++) {
    const kept = mask[pixel] ?? 255
    if (kept === 0) continue
    const at = pixel * 4
    if (kept === 255) source.copy(result, at, at, at + 4)
    else mix(result, source, at, kept / 255)
  }
  return result
}

function mix(result: Buffer, source: Buffer, at: number, share: number): void {
  for (let channel = at; channel < at + 4; channel++) {
    const from = result[channel] ?? 0
    result[channel] = Math.round(from + ((source[channel] ?? 0) - from) * share)
  }
}
