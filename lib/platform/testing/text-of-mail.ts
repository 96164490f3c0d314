/** For tests: the words of a mail as a person reads them, the plain text of what the mail server was given. */
export function textOfMail(data: string): string {
  const part = /Content-Type: text\/plain[\s\S]*?\r\n\r\n([\s\S]*?)\r\n--/.exec(data)?.[1] ?? ''
  const bytes = part
    .replace(/^\.\./gm, '.')
    .replace(/=\r\n/g, '')
    .replace(/=([0-9A-F]{2})/g, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))
  return Buffer.from(bytes, 'latin1').toString('utf8').replaceAll('\r\n', '\n')
}
