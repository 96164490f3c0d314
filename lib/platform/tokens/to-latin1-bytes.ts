/** The text's UTF-8 bytes as a string of one Latin-1 character a byte, which slices and hashes cheaply. */
export function toLatin1Bytes(text: string): string {
  for (let i = 0; i < text.length; i++) {
    if (text.charCodeAt(i) > 127) return Buffer.from(text, 'utf8').toString('latin1')
  }
  return text
}
