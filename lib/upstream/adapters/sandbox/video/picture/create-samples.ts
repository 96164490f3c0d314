/** Samples in rows, to be read one by one or four at a time. */
export type Samples = { readonly bytes: Uint8Array; readonly words: Int32Array }

/** What is read past the last sample of a row by fours. */
const SPARE_BYTES = 8

export function createSamples(count: number): Samples {
  const buffer = new ArrayBuffer(Math.ceil((count + SPARE_BYTES) / 4) * 4)
  return { bytes: new Uint8Array(buffer), words: new Int32Array(buffer) }
}
