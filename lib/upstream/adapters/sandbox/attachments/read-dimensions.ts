export type Dimensions = { width: number; height: number }

/** Width and height out of the first bytes of a PNG, GIF or JPEG; undefined for anything else. */
export function readDimensions(bytes: Buffer): Dimensions | undefined {
  if (bytes.length >= 24 && bytes.toString('latin1', 1, 4) === 'PNG') {
    return { width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) }
  }
  if (bytes.length >= 10 && bytes.toString('latin1', 0, 3) === 'GIF') {
    return { width: bytes.readUInt16LE(6), height: bytes.readUInt16LE(8) }
  }
  return bytes[0] === 0xff && bytes[1] === 0xd8 ? readJpeg(bytes) : undefined
}

/** The size stands in the first start-of-frame segment, behind others of any length. */
function readJpeg(bytes: Buffer): Dimensions | undefined {
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff; at += 2 + bytes.readUInt16BE(at + 2)) {
    const marker = bytes[at + 1] ?? 0
    const isFrame = marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker)
    if (isFrame) return { width: bytes.readUInt16BE(at + 7), height: bytes.readUInt16BE(at + 5) }
  }
  return undefined
}
