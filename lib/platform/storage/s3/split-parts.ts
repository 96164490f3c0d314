/** Cuts a stream into pieces of exactly `partBytes`, the last one shorter. */
export async function* splitParts(
  body: AsyncIterable<Uint8Array>,
  partBytes: number,
): AsyncGenerator<Buffer> {
  let held: Uint8Array[] = []
  let heldBytes = 0
  for await (const chunk of body) {
    held.push(chunk)
    heldBytes += chunk.length
    while (heldBytes >= partBytes) {
      const whole = Buffer.concat(held, heldBytes)
      yield whole.subarray(0, partBytes)
      held = [whole.subarray(partBytes)]
      heldBytes -= partBytes
    }
  }
  if (heldBytes > 0) yield Buffer.concat(held, heldBytes)
}
