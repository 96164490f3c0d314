import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import type { JobRun } from '@/lib/platform/jobs/job'
import { type Letter, layOutMail, sendMail } from '@/lib/platform/mail'
import { DEMO_EMAIL } from './internal/demo-email'
import { countMails } from './internal/mail/count-mails'
import { findWantedEmail, updateChangeToken } from './internal/mail/email-change-repository'
import {
  confirmEmailLetter,
  emailChangedLetter,
  emailTakenLetter,
  otherWayInLetter,
  passwordChangedLetter,
  resetLetter,
} from './internal/mail/letters'
import { newLinkToken } from './internal/mail/link-token'
import { openResetLink } from './internal/mail/open-reset-link'
import type { MailPayload } from './jobs'
import { findProfile, findUserByEmail } from './repository'

type Forgotten = Extract<MailPayload, { kind: 'forgot_password' }>

/** Mails a person about signing in. Run again, it sends the same once more; a link to confirm an email then takes the place of the one before. */
export async function mailPerson({ payload, attempt }: JobRun<MailPayload>): Promise<void> {
  switch (payload.kind) {
    case 'forgot_password':
      return answerForgotten(payload)
    case 'confirm_email':
      return askAddress(payload.userId, payload.email)
    case 'password_changed':
      return notify(payload, passwordChangedLetter(), attempt)
    case 'email_changed':
      return notify(payload, emailChangedLetter(payload.newEmail), attempt)
  }
}

/** Only here is looked whether there is such an account, so that whoever asked cannot tell, not by the time it takes either. */
async function answerForgotten({ email, services }: Forgotten): Promise<void> {
  const user = await findUserByEmail(email)
  if (user === null || user.customer.isDemo) return
  const linked = user.passwordHash === null ? ((await findProfile(user.id))?.oauth ?? []) : []
  // Who has no service left that is offered here would be locked out without a link.
  const usable = services.filter(({ id }) => linked.some(({ provider }) => provider === id))
  const letter =
    usable.length > 0
      ? otherWayInLetter(usable.map(({ name }) => name))
      : resetLetter((await openResetLink(user.id)).url)
  await send(user.email, letter, newId('mail'))
}

/** The address itself learns whether it is taken, and nobody else. */
async function askAddress(userId: string, email: string): Promise<void> {
  const wanted = await findWantedEmail(userId, email, clock.now())
  if (wanted === null || email === DEMO_EMAIL) return
  const owner = await findUserByEmail(email)
  if (owner !== null) return owner.id === userId ? undefined : send(email, emailTakenLetter(), newId('mail'))
  const { token, hash } = newLinkToken()
  if (!(await updateChangeToken(userId, email, hash))) return
  const url = `${env().publicUrl}/confirm-email/${token}`
  await send(email, confirmEmailLetter(url, wanted.user.email), newId('mail'))
}

/**
 * What has happened already. Whoever has an account with somebody else's email must not fill that mailbox by changing things
 * again and again.
 */
async function notify(
  { mailId, email }: { mailId: string; email: string },
  letter: Letter,
  attempt: number,
): Promise<void> {
  if (attempt === 0 && (await countMails({ notice: email })).notice !== undefined) return
  await send(email, letter, mailId)
}

async function send(to: string, letter: Letter, id: string): Promise<void> {
  await sendMail({ id, to, subject: letter.title, ...layOutMail(letter) })
}
