import { newId } from '@/lib/platform/ids'
import type { JobRun } from '@/lib/platform/jobs/job'
import { isMailAvailable } from '@/lib/platform/mail/is-mail-available'
import { type Letter, layOutMail } from '@/lib/platform/mail/lay-out-mail'
import { sendMail } from '@/lib/platform/mail/send-mail'
import { countMails } from './internal/mail/count-mails'
import { otherWayInLetter, passwordChangedLetter, resetLetter } from './internal/mail/letters'
import { openResetLink } from './internal/mail/open-reset-link'
import type { MailPayload } from './jobs'
import { readSignInOptions } from './read-sign-in-options'
import { findProfile, findUserByEmail } from './repository'

/** Mails a person about signing in. Run again, it sends the same once more; of links the newest one works. */
export async function mailPerson({ payload, attempt }: JobRun<MailPayload>): Promise<void> {
  if (!isMailAvailable()) return
  switch (payload.kind) {
    case 'forgot_password':
      return answerForgotten(payload.email)
    case 'password_changed':
      if (attempt === 0 && (await isFlood(payload.email))) return
      return send(payload.email, passwordChangedLetter(), payload.mailId)
  }
}

/** Only here is looked whether there is such an account, so that whoever asked cannot tell, not by the time it takes either. */
async function answerForgotten(email: string): Promise<void> {
  const user = await findUserByEmail(email)
  if (user === null || user.customer.isDemo) return
  const services = user.passwordHash === null ? await offeredServicesOf(user.id) : []
  const letter =
    services.length > 0 ? otherWayInLetter(services) : resetLetter((await openResetLink(user.id)).url)
  await send(user.email, letter, newId('mail'))
}

/** Names of the services that sign the person in; none once this installation offers them no more, which must not lock it out. */
async function offeredServicesOf(userId: string): Promise<string[]> {
  const linked = (await findProfile(userId))?.oauth.map(({ provider }) => provider) ?? []
  const { services } = readSignInOptions()
  return services.filter(({ id, isOffered }) => isOffered && linked.includes(id)).map(({ name }) => name)
}

/** Whoever has an account with somebody else's email must not fill that mailbox by changing the password again and again. */
async function isFlood(email: string): Promise<boolean> {
  return (await countMails({ notice: email })).notice !== undefined
}

async function send(to: string, letter: Letter, id: string): Promise<void> {
  await sendMail({ id, to, subject: letter.title, ...layOutMail(letter, null) })
}
