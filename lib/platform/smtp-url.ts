/**
 * The address of a mail server whose password was pasted as it is: those of Amazon SES contain slashes, which would end the host.
 * One that is read right stays as it is.
 */
export function withEncodedPassword(text: string): string {
  const [, user = '', password = '', server = ''] =
    /^(smtps?:\/\/[^:/?#]+:)(.*)(@[^@/?#\\]+(?:[/?].*)?)$/i.exec(text) ?? []
  return server === '' || isReadRight(text) ? text : user + encodeURIComponent(password) + server
}

function isReadRight(text: string): boolean {
  const url = URL.parse(text)
  try {
    return url !== null && url.username !== '' && decodeURIComponent(url.password) !== ''
  } catch {
    return false
  }
}
