import { env } from '@/lib/platform/env'
import { readBoss } from '@/lib/platform/jobs/enqueue'
import { bindJob } from '@/lib/platform/jobs/job'
import { startJobs, stopJobs } from '@/lib/platform/jobs/job-queue'
import { openMailServer, textOfMail } from '@/lib/platform/testing/mail-server'
import { mailJob } from '../jobs'
import { mailPerson } from '../mail-person'

export type Mailroom = Awaited<ReturnType<typeof openMailroom>>

/** For tests: turns mail on, with a test server. `reset` before each test, `close` after all. */
export async function openMailroom(...others: ReturnType<typeof bindJob>[]) {
  const server = await openMailServer()
  env().MAIL_FROM = 'Portico <no-reply@portico.example>'
  env().publicUrl = 'https://portico.example'
  env().RATE_LIMIT_SIGN_UP = 100_000
  await startJobs({ scheduled: [], queued: [bindJob(mailJob, mailPerson), ...others] }, false)
  return {
    mails: server.mails,
    async reset(): Promise<void> {
      env().SMTP_URL = server.url
      await deliverMails() // left by the previous test
      server.mails.length = 0
    },
    /** The mails to an address, oldest first. */
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

/** For tests: sends all queued mails, as a worker does. */
export async function deliverMails(): Promise<void> {
  for (;;) {
    const jobs = await readBoss().fetch(mailJob.name)
    if (jobs.length === 0) return
    for (const { id, data } of jobs) {
      const signal = new AbortController().signal
      await mailPerson({ payload: mailJob.payload.parse(data), attempt: 0, isLastAttempt: false, signal })
      await readBoss().complete(mailJob.name, id)
    }
  }
}
