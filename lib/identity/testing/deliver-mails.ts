import { readBoss } from '@/lib/platform/jobs/enqueue'
import { mailJob } from '../jobs'
import { mailPerson } from '../mail-person'

/** For tests: does what a worker does with all mails to people that wait in the queue. */
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
