import { env } from '@/lib/platform/env'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { openMailServer } from '@/lib/platform/testing/open-mail-server'
import { textOfMail } from '@/lib/platform/testing/text-of-mail'
import { mailJob } from '../jobs'
import { mailPerson } from '../mail-person'
import { deliverMails } from './deliver-mails'

export type Mailroom = Awaited<ReturnType<typeof openMailroom>>

/** For tests: mail to people is on, and goes to a server of the test's own. `reset` before each test, `close` after all. */
export async function openMailroom() {
  const server = await openMailServer()
  env().MAIL_FROM = 'Portico <no-reply@portico.example>'
  env().publicUrl = 'https://portico.example'
  env().RATE_LIMIT_SIGN_UP = 100_000
  await startJobs({ scheduled: [], queued: [bindJob(mailJob, mailPerson)] }, false)
  return {
    mails: server.mails,
    async reset(): Promise<void> {
      env().SMTP_URL = server.url
      await deliverMails() // what the test before left
      server.mails.length = 0
    },
    /** What an address was mailed, oldest first. */
    async inbox(email: string): Promise<string[]> {
      await deliverMails()
      return server.mails.filter(({ to }) => to.includes(email)).map(({ data }) => textOfMail(data))
    },
    async close(): Promise<void> {
      server.close()
      await stopJobs()
    },
  }
}
