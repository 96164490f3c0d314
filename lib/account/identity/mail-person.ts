import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import type { JobRun } from '@/lib/platform/jobs/job'
import { type Letter, layOutMail, sendMail } from '@/lib/platform/mail'
import { countMails } from './attempt-limits'
import { DEMO_EMAIL } from './demo'
import type { MailPayload } from './jobs'
import { findWantedEmail, LINK_MINUTES, newLinkToken, updateChangeToken } from './links-repository'
import { openResetLink } from './password-reset'
import { findProfile, findUserByEmail } from './repository'

type Forgotten = Extract<MailPayload, { kind: 'forgot_password' }>

/** Mails a person about signing in. Run again, it sends the same once more; a link to confirm an email then takes the place of the one before. */
export async function mailPerson({ payload, attempt }: JobRun<MailPayload>): Promise<void> {
  switch (payload.kind) {
    case 'forgot_password':
      return mailReset(payload)
    case 'confirm_email':
      return mailConfirmation(payload.userId, payload.email)
    case 'password_changed':
      return notify(payload, passwordChangedLetter(), attempt)
    case 'second_factor_off':
      return notify(payload, secondFactorOffLetter(), attempt)
    case 'recovery_codes_made':
      return notify(payload, recoveryCodesLetter(), attempt)
    case 'email_changed':
      return notify(payload, emailChangedLetter(payload.newEmail), attempt)
  }
}

/** The account is looked up only here, so that the requester cannot tell whether it exists, not even by timing. */
async function mailReset({ email, services }: Forgotten): Promise<void> {
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

/** Only the address itself learns whether it is taken. */
async function mailConfirmation(userId: string, email: string): Promise<void> {
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

/** The mails about signing in. */
function resetLetter(url: string): Letter {
  return {
    title: `Set a new password for ${env().INSTALLATION_NAME}`,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for your account.',
      `This link works once, for ${LINK_MINUTES} minutes, unless the password changes before.`,
    ],
    action: { label: 'Set a new password', url },
    footnote: 'If it was not you, do nothing: your password stays as it is.',
  }
}

/** For an account without a password, which cannot have forgotten it. */
function otherWayInLetter(services: readonly string[]): Letter {
  const names = services.join(' or ')
  return {
    title: `You sign in to ${env().INSTALLATION_NAME} with ${names}`,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for your account. It has none.',
      `Choose “Continue with ${names}” on the sign-in page. You can set a password in the settings afterwards.`,
    ],
    action: signIn(),
    footnote: 'If it was not you, do nothing: your account stays as it is.',
  }
}

function passwordChangedLetter(): Letter {
  return {
    title: `Your ${env().INSTALLATION_NAME} password was changed`,
    paragraphs: [
      'There is a new password for your account. Every session of before has ended; API keys work on.',
      'If it was not you, ask for a new password at once, on the sign-in page, and revoke keys that you do not know.',
    ],
    action: signIn(),
    footnote: 'You get this whenever the password of your account changes.',
  }
}

function secondFactorOffLetter(): Letter {
  return {
    title: `Two-factor authentication of your ${env().INSTALLATION_NAME} account is off`,
    paragraphs: [
      'Your password alone signs in from now on; no code is asked for.',
      'If it was not you, and you did not ask for it, change your password at once and turn it on again.',
    ],
    action: signIn(),
    footnote: 'You get this whenever two-factor authentication of your account is turned off.',
  }
}

function recoveryCodesLetter(): Letter {
  return {
    title: `There are new recovery codes for your ${env().INSTALLATION_NAME} account`,
    paragraphs: [
      'They take the place of your authenticator app, each once. Codes of before open nothing any more.',
      'If it was not you, change your password at once, and make new recovery codes.',
    ],
    action: signIn(),
    footnote: 'You get this whenever recovery codes are made anew.',
  }
}

function confirmEmailLetter(url: string, from: string): Letter {
  return {
    title: `Confirm your email for ${env().INSTALLATION_NAME}`,
    paragraphs: [
      `The account with ${from} wants to sign in with this email from now on.`,
      `If it is yours, confirm it within ${LINK_MINUTES} minutes. Until then nothing changes.`,
    ],
    action: { label: 'Confirm this email', url },
    footnote: 'If it is not your account, do nothing: confirming would give it your email.',
  }
}

/** To the owner of an email that another account requested. */
function emailTakenLetter(): Letter {
  return {
    title: 'You have an account with this email already',
    paragraphs: [
      `Somebody asked to sign in to another ${env().INSTALLATION_NAME} account with this email. Your account has it, so nothing changed.`,
      'If it was you: delete one of the two accounts, or choose another email.',
    ],
    action: signIn(),
    footnote: 'If it was not you, do nothing: your account stays as it is.',
  }
}

function emailChangedLetter(newEmail: string): Letter {
  return {
    title: `The email of your ${env().INSTALLATION_NAME} account was changed`,
    paragraphs: [
      `You sign in with ${newEmail} from now on, and mail goes there.`,
      'If it was not you, tell whoever runs this service at once.',
    ],
    action: signIn(),
    footnote: 'You get this because your account had this email until now.',
  }
}

function signIn(): Letter['action'] {
  return { label: 'Sign in', url: `${env().publicUrl}/sign-in` }
}
