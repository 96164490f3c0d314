import { env } from '@/lib/platform/env'
import type { Letter } from '@/lib/platform/mail'
import { LINK_MINUTES } from './link-token'

/** What people are told by mail about signing in. */
export function resetLetter(url: string): Letter {
  return {
    title: 'Set a new password for Portico',
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for your account.',
      `This link works once, for ${LINK_MINUTES} minutes, unless the password changes before.`,
    ],
    action: { label: 'Set a new password', url },
    footnote: 'If it was not you, do nothing: your password stays as it is.',
  }
}

/** For an account without a password, which cannot have forgotten it. */
export function otherWayInLetter(services: readonly string[]): Letter {
  const names = services.join(' or ')
  return {
    title: `You sign in to Portico with ${names}`,
    paragraphs: [
      'Somebody, hopefully you, asked for a new password for your account. It has none.',
      `Choose “Continue with ${names}” on the sign-in page. You can set a password in the settings afterwards.`,
    ],
    action: signIn(),
    footnote: 'If it was not you, do nothing: your account stays as it is.',
  }
}

export function passwordChangedLetter(): Letter {
  return {
    title: 'Your Portico password was changed',
    paragraphs: [
      'There is a new password for your account. Every session of before has ended; API keys work on.',
      'If it was not you, ask for a new password at once, on the sign-in page, and revoke keys that you do not know.',
    ],
    action: signIn(),
    footnote: 'You get this whenever the password of your account changes.',
  }
}

export function confirmEmailLetter(url: string, from: string): Letter {
  return {
    title: 'Confirm your email for Portico',
    paragraphs: [
      `The account with ${from} wants to sign in with this email from now on.`,
      `If it is yours, confirm it within ${LINK_MINUTES} minutes. Until then nothing changes.`,
    ],
    action: { label: 'Confirm this email', url },
    footnote: 'If it is not your account, do nothing: confirming would give it your email.',
  }
}

/** To the owner of an email that somebody else's account asked for. */
export function emailTakenLetter(): Letter {
  return {
    title: 'You have an account with this email already',
    paragraphs: [
      'Somebody asked to sign in to another Portico account with this email. Your account has it, so nothing changed.',
      'If it was you: delete one of the two accounts, or choose another email.',
    ],
    action: signIn(),
    footnote: 'If it was not you, do nothing: your account stays as it is.',
  }
}

export function emailChangedLetter(newEmail: string): Letter {
  return {
    title: 'The email of your Portico account was changed',
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
