import { z } from 'zod'
import { newId } from '@/lib/platform/ids'
import { enqueue } from '@/lib/platform/jobs/enqueue'
import type { QueuedJob } from '@/lib/platform/jobs/job'
import { isMailAvailable } from '@/lib/platform/mail'
import type { Transaction } from '@/lib/platform/transaction'

/** `mailId` stays the same when a mail is tried again; one with a link has a new link, and a new id, at each try. */
const MailPayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('forgot_password'),
    email: z.string(),
    /** The services offered at the time of the request: a worker's environment need not have them. */
    services: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  z.object({ kind: z.literal('password_changed'), mailId: z.string(), email: z.string() }),
  z.object({ kind: z.literal('second_factor_off'), mailId: z.string(), email: z.string() }),
  z.object({ kind: z.literal('recovery_codes_made'), mailId: z.string(), email: z.string() }),
  z.object({ kind: z.literal('confirm_email'), userId: z.string(), email: z.string() }),
  z.object({
    kind: z.literal('email_changed'),
    mailId: z.string(),
    /** The previous email. */
    email: z.string(),
    newEmail: z.string(),
  }),
])
export type MailPayload = z.infer<typeof MailPayload>

/** Mail to a person about signing in. Retried for half an hour: somebody waits for the link. */
export const mailJob: QueuedJob<MailPayload> = {
  name: 'identity.mail',
  payload: MailPayload,
  concurrency: () => 2,
  retryLimit: 7,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 600,
  expireInSeconds: 120,
  keptSeconds: 3600, // contains emails, also of people without an account
}

type NoticeOf<Payload> = Payload extends { mailId: string } ? Omit<Payload, 'mailId'> : never

/** Queues a mail about a change that the transaction makes, if mail is available. */
export async function queueNotice(notice: NoticeOf<MailPayload>, transaction: Transaction): Promise<void> {
  if (isMailAvailable()) await enqueue(mailJob, { ...notice, mailId: newId('mail') }, { transaction })
}
