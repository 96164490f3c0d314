import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { newId } from '@/lib/platform/ids'
import type { JobRun } from '@/lib/platform/jobs/job'
import { newLinkToken } from '@/lib/platform/link-token'
import { type Letter, layOutMail, sendMail } from '@/lib/platform/mail'
import { countMails } from './attempt-limits'
import { DEMO_EMAIL } from './demo'
import type { MailPayload } from './jobs'
import { findWantedEmail, LINK_MINUTES, updateChangeToken } from './links-repository'
import { openResetLink } from './password-reset'
import { findProfile, findUserByEmail } from './repository'

type ForgotPassword = Extract<MailPayload, { kind: 'forgot_password' }>

/** Mails a person about signing in. A retry sends the mail again; a new confirmation link replaces the one before. */
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

/** The account is looked up only here, so that the requester cannot learn, even by timing, whether it exists. */
async function mailReset({ email, services }: ForgotPassword): Promise<void> {
  const user = await findUserByEmail(email)
  if (user === null || user.customer.isDemo) return
  const linked = user.passwordHash === null ? ((await findProfile(user.id))?.oauth ?? []) : []
  // Without a usable service, a reset link is the only way in.
  const usable = services.filter(({ id }) => linked.some(({ provider }) => provider === id))
  const letter =
    usable.length > 0
      ? otherWayInLetter(usable.map(({ name }) => name))
      : resetLetter((await openResetLink(user.id)).url)
  await send(user.email, letter, newId('mail'))
}

/** Only the owner of the address learns whether it is taken. */
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
 * Notifies of a change. Limited, so that an account with somebody else's email cannot flood that mailbox by repeated
 * changes.
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

function resetLetter(url: string): Letter {
  return {
    title: `Reset your ${env().INSTALLATION_NAME} password`,
    paragraphs: [
      'We received a request to reset the password of your account.',
      `This link works once and expires in ${LINK_MINUTES} minutes, or when your password changes.`,
    ],
    action: { label: 'Reset password', url },
    footnote: 'If you did not request this, ignore this email. Your password will not change.',
  }
}

/** For an account without a password. */
function otherWayInLetter(services: readonly string[]): Letter {
  const names = services.join(' or ')
  return {
    title: `Sign in to ${env().INSTALLATION_NAME} with ${names}`,
    paragraphs: [
      `We received a request to reset the password of your account. It has no password: you sign in with ${names}.`,
      `Choose “Continue with ${names}” on the sign-in page. You can set a password in settings.`,
    ],
    action: signIn(),
    footnote: 'If this was not you, ignore this email. Your account is unchanged.',
  }
}

function passwordChangedLetter(): Letter {
  return {
    title: `Your ${env().INSTALLATION_NAME} password was changed`,
    paragraphs: [
      'The password of your account was changed. All other sessions were signed out. API keys keep working.',
      'If this was not you, reset your password on the sign-in page now and revoke API keys you do not recognize.',
    ],
    action: signIn(),
    footnote: 'You receive this email whenever your password changes.',
  }
}

function secondFactorOffLetter(): Letter {
  return {
    title: `Two-factor authentication was turned off for your ${env().INSTALLATION_NAME} account`,
    paragraphs: [
      'Signing in no longer requires a code.',
      'If you did not do this or ask for it, change your password now and turn it back on.',
    ],
    action: signIn(),
    footnote: 'You receive this email whenever two-factor authentication is turned off.',
  }
}

function recoveryCodesLetter(): Letter {
  return {
    title: `New recovery codes for your ${env().INSTALLATION_NAME} account`,
    paragraphs: [
      'New recovery codes were generated. Each works once in place of a code from your authenticator app. Your old codes no longer work.',
      'If this was not you, change your password now and generate new recovery codes.',
    ],
    action: signIn(),
    footnote: 'You receive this email whenever recovery codes are generated.',
  }
}

function confirmEmailLetter(url: string, from: string): Letter {
  return {
    title: `Confirm your email for ${env().INSTALLATION_NAME}`,
    paragraphs: [
      `The account with ${from} asked to change its email to this address.`,
      `If this is your account, confirm within ${LINK_MINUTES} minutes. Nothing changes until you do.`,
    ],
    action: { label: 'Confirm email', url },
    footnote:
      'If this is not your account, ignore this email: confirming would give that account your email.',
  }
}

/** To the owner of an email that another account requested. */
function emailTakenLetter(): Letter {
  return {
    title: 'You already have an account with this email',
    paragraphs: [
      `Someone asked to change the email of another ${env().INSTALLATION_NAME} account to this address. Your account already uses it, so nothing changed.`,
      'If this was you, delete one of the two accounts or choose another email.',
    ],
    action: signIn(),
    footnote: 'If this was not you, ignore this email. Your account is unchanged.',
  }
}

function emailChangedLetter(newEmail: string): Letter {
  return {
    title: `The email of your ${env().INSTALLATION_NAME} account was changed`,
    paragraphs: [
      `You now sign in with ${newEmail}. Account emails go there too.`,
      'If this was not you, contact the operator of this service now.',
    ],
    action: signIn(),
    footnote: 'You receive this email because your account used this address until now.',
  }
}

function signIn(): Letter['action'] {
  return { label: 'Sign in', url: `${env().publicUrl}/sign-in` }
}
