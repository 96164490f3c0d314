/** JSON-escaped Latin-1 of UTF-8 as text. A fragment that was cut inside an escape is given as it stands. */
export function unescapeJson(escaped: string): string {
  const text = Buffer.from(escaped, 'latin1').toString('utf8')
  try {
    return String(JSON.parse(`"${text}"`))
  } catch {
    return text
  }
}
