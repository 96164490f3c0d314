import { env } from '../env'
import { remember } from '../remember'

export type Mail = {
  /** Stays the same when a mail is sent again, so that mail servers know it. */
  id: string
  to: string
  subject: string
  text: string
  html: string
}

const CONNECT_MILLIS = 10_000
const SILENCE_MILLIS = 20_000

/** Hands a mail to the SMTP server. Throws when it cannot be reached or does not take it. */
export async function sendMail({ id, ...mail }: Mail): Promise<void> {
  const { SMTP_URL: url, MAIL_FROM: from, publicUrl } = env()
  if (url === undefined) throw new Error('SMTP_URL is not set')
  const { createTransport } = await import('nodemailer')
  const transport = remember('mail-transport', () =>
    createTransport({
      url,
      connectionTimeout: CONNECT_MILLIS,
      greetingTimeout: CONNECT_MILLIS,
      socketTimeout: SILENCE_MILLIS,
      disableFileAccess: true,
      disableUrlAccess: true,
    }),
  )
  const messageId = `<${id}@${new URL(publicUrl).hostname}>`
  await transport.sendMail({ ...mail, from, messageId, headers: { 'Auto-Submitted': 'auto-generated' } })
}
