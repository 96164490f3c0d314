/** What is drawn on, and handed to the encoder as it is: brightness, then the two colours at half size, without gaps. */
export type Frame = {
  readonly width: number
  readonly height: number
  readonly bytes: Uint8Array<ArrayBuffer>
  readonly luma: Uint8Array
  readonly blue: Uint8Array
  readonly red: Uint8Array
}

const BLACK_LUMA = 16
const NO_COLOUR = 128

/** Both sides even. */
export function createFrame(width: number, height: number): Frame {
  const pixels = width * height
  const bytes = new Uint8Array(pixels + pixels / 2)
  const luma = bytes.subarray(0, pixels).fill(BLACK_LUMA)
  const blue = bytes.subarray(pixels, pixels + pixels / 4).fill(NO_COLOUR)
  const red = bytes.subarray(pixels + pixels / 4).fill(NO_COLOUR)
  return { width, height, bytes, luma, blue, red }
}
