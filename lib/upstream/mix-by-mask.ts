const CHANNELS = 4

/** Two images of the same size, four bytes per pixel, and how much of `source` is kept, one byte per pixel. */
type Layers = { source: Buffer; edited: Buffer; kept: Buffer }

/** The edit where `kept` is 0, the source where it is 255, and a mix in between. */
export function mixByMask({ source, edited, kept }: Layers): Buffer {
  const mixed = Buffer.from(edited)
  for (let pixel = 0; pixel < kept.length; pixel++) {
    const share = kept[pixel] ?? 255
    if (share === 0) continue
    const at = pixel * CHANNELS
    if (share === 255) source.copy(mixed, at, at, at + CHANNELS)
    else
      for (let channel = at; channel < at + CHANNELS; channel++)
        mixed[channel] = Math.round(
          ((source[channel] ?? 0) * share + (edited[channel] ?? 0) * (255 - share)) / 255,
        )
  }
  return mixed
}
