import { z } from 'zod'

/** Settings that are addresses. `example` stands in the error. */
export const address = (protocol: RegExp, example: string, hostname = /^/) =>
  z.url({ protocol, hostname, error: ({ input }) => `must be an address such as ${example}${hintAt(input)}` })

/** The usual mistake in an address with a password. */
function hintAt(input: unknown): string {
  const hasUser = typeof input === 'string' && input.includes('@')
  return hasUser ? '; write / ? # % in its password as %2F %3F %23 %25' : ''
}

export const redisAddress = address(/^rediss?$/, 'redis://host:6379')
export const httpUrl = address(/^https?$/, 'https://portico.example')

export const httpOrigin = (example: string) =>
  z.string().refine(isHttpOrigin, `must be an origin without a path, such as ${example}`)

function isHttpOrigin(value: string): boolean {
  const url = URL.parse(value)
  if (url === null || !/^https?:$/.test(url.protocol)) return false
  return url.pathname === '/' && url.search === '' && url.hash === '' && url.username === ''
}

const SMTP_EXAMPLE = 'smtp://user:password@host:587'
const smtpUrl = address(/^smtps?$/, SMTP_EXAMPLE, /./)

export const SmtpAddress = z
  .string()
  .overwrite(withEncodedPassword)
  .refine((url) => smtpUrl.safeParse(url).success, `must be an address such as ${SMTP_EXAMPLE}`)
  .meta({ format: 'uri' })

/**
 * The address of a mail server whose password was pasted as it is: those of Amazon SES contain slashes, which would end the host.
 * One that is read right stays as it is.
 */
function withEncodedPassword(text: string): string {
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
