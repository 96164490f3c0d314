import { z } from 'zod'
import type { QueuedJob } from '@/lib/platform/jobs/job'

/** `mailId` stays the same when a mail is tried again; one with a link has a new link, and a new id, at each try. */
const MailPayload = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('forgot_password'),
    email: z.string(),
    /** By which services one could sign in when it was asked: a worker's own settings need not know them. */
    services: z.array(z.object({ id: z.string(), name: z.string() })),
  }),
  z.object({ kind: z.literal('password_changed'), mailId: z.string(), email: z.string() }),
  z.object({ kind: z.literal('second_factor_off'), mailId: z.string(), email: z.string() }),
  z.object({ kind: z.literal('recovery_codes_made'), mailId: z.string(), email: z.string() }),
  z.object({ kind: z.literal('confirm_email'), userId: z.string(), email: z.string() }),
  z.object({
    kind: z.literal('email_changed'),
    mailId: z.string(),
    /** The one before. */
    email: z.string(),
    newEmail: z.string(),
  }),
])
export type MailPayload = z.infer<typeof MailPayload>

/** Mail to a person about signing in. A link is waited for: a mail server that is away is tried again for half an hour. */
export const mailJob: QueuedJob<MailPayload> = {
  name: 'identity.mail',
  payload: MailPayload,
  concurrency: () => 2,
  retryLimit: 7,
  retryDelaySeconds: 10,
  maxRetryDelaySeconds: 600,
  expireInSeconds: 120,
  keptSeconds: 3600, // it names people, also such as have no account
}
