/**
 * Identity: people (users) and the tenants they belong to (customers). Signing up makes one of each; signing in gives
 * the browser a signed cookie that names both.
 */
import { z } from 'zod'
import {
  characters,
  emailField,
  givenName,
  leftOpen,
  listReply,
  sentBack,
  visible,
} from '@/lib/platform/fields'

export const PASSWORD_MIN_LENGTH = 10

/** Addresses differ only in what mail servers tell apart: nobody has two that differ in case. */
export const Email = emailField().transform((email) => email.toLowerCase().normalize('NFC'))

/** For forms, which say by `message` what is missing. */
export const typedEmail = (message: string) => emailField(message)

/** The length of a password, wherever it is set or typed: as it is hashed (`hashPassword`). */
export const passwordLength = { most: 200, form: 'NFKC' } as const

const name = givenName(100)
const password = z.string().check(characters({ least: PASSWORD_MIN_LENGTH, ...passwordLength }))

export const SignUpRequest = z.strictObject({ name: name.check(visible), email: Email, password })
export type SignUpRequest = z.infer<typeof SignUpRequest>

export const Account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  customer_id: z.string(),
  created_at: z.string(),
})
export type Account = z.infer<typeof Account>

/** A person, as it sees itself in the settings. */
export const Profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** The email that a link was mailed to; it counts when that is confirmed. */
  pending_email: z.string().nullable(),
  customer_id: z.string(),
  has_password: z.boolean(),
  /** The demo account: its password is made at start and stands in demo.json. */
  is_demo: z.boolean(),
  /** The code that each sign-in asks for besides; null: none. */
  second_factor: z.object({ recovery_codes_left: z.int() }).nullable(),
  /** Accounts elsewhere that sign in as this person. */
  services: z.array(z.object({ provider: z.string(), linked_at: z.string() })),
  created_at: z.string(),
})
export type Profile = z.infer<typeof Profile>

export const UpdateProfileRequest = sentBack(z.strictObject({ name }), Profile)
export type UpdateProfileRequest = z.infer<typeof UpdateProfileRequest>

export const GivenPassword = z.string().check(characters(passwordLength))
/** Left out by a person that has none yet. */
const current_password = leftOpen(GivenPassword).optional()

export const ChangePasswordRequest = z.strictObject({
  current_password,
  new_password: password,
})
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>

export const BeginSecondFactorRequest = z.strictObject({ current_password })
export type BeginSecondFactorRequest = z.infer<typeof BeginSecondFactorRequest>

/** For the authenticator app, shown this once. `uri` is what a QR code says. */
export const PendingSecondFactor = z.object({ secret: z.string(), uri: z.string() })
export type PendingSecondFactor = z.infer<typeof PendingSecondFactor>

/** Of the app, or a recovery code. */
export const SecondFactorCode = z.strictObject({ code: z.string().max(100) })

/** Each signs in once in the place of a code. They are shown this once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const SessionList = listReply(
  z.object({
    id: z.string(),
    /** Browser and system, as far as the browser reports them. */
    device: z.string(),
    /** The one making this request. */
    is_current: z.boolean(),
    created_at: z.iso.datetime(),
    last_seen_at: z.iso.datetime(),
  }),
)
export type SessionList = z.infer<typeof SessionList>

export const SessionParams = z.object({ id: z.string() })

export const ChangeEmailRequest = z.strictObject({ current_password, email: Email })
export type ChangeEmailRequest = z.infer<typeof ChangeEmailRequest>

export const ConfirmEmailRequest = z.strictObject({ token: z.string().max(200) })
export type ConfirmEmailRequest = z.infer<typeof ConfirmEmailRequest>

export const EmailConfirmed = z.object({ email: z.string() })
export type EmailConfirmed = z.infer<typeof EmailConfirmed>

export const ForgotPasswordRequest = z.strictObject({ email: Email })
export type ForgotPasswordRequest = z.infer<typeof ForgotPasswordRequest>

/** The same for everybody: it does not reveal whether there is such an account. */
export const MailAsked = z.object({ accepted: z.literal(true) })
export type MailAsked = z.infer<typeof MailAsked>

export const ResetPasswordRequest = z.strictObject({ token: z.string().max(200), new_password: password })
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>

export const PasswordWasReset = z.object({ reset: z.literal(true) })
export type PasswordWasReset = z.infer<typeof PasswordWasReset>

export const SignInLinkQuery = z.object({ token: z.string().max(200) })

export const ServiceParams = z.object({ provider: z.string() })

/** A person who is signed in. */
export type Session = {
  userId: string
  customerId: string
  email: string
  name: string
  isOperator: boolean
  /** An operator closed the account: it may look, and nothing else. */
  isSuspended: boolean
  /** Which of the person's sessions it is; null for a cookie from before sessions had names. */
  sessionId: string | null
}

/**
 * Accounts elsewhere that can sign in here, by the name that people know. `oidc` is the identity provider of whoever runs
 * the installation.
 */
export type SignInService = { id: 'github' | 'google' | 'oidc'; name: string; isOffered: boolean }

/** What the sign-in page offers. */
export type SignInOptions = {
  /** `locked`: only in the browser that was given the link of `npm start`. */
  demo: 'off' | 'locked' | 'open'
  isSignUpOpen: boolean
  /** Whether this installation can send mail, such as a link to set a new password. */
  sendsMail: boolean
  services: SignInService[]
}

/** The message for the `error` of a failed sign-in. Any other value is not ours: one plain sentence. */
export function describeSignInError(error: string): string {
  const wait = /^TooManyAttempts:(\d{1,4})$/.exec(error)?.[1]
  if (wait !== undefined)
    return `Too many failed attempts. Try again in ${wait} minute${wait === '1' ? '' : 's'}.`
  return sentences.get(error) ?? 'Sign-in failed. Try again.'
}

const sentences = new Map([
  ['CodeNeeded', 'Enter the code from your authenticator app.'],
  ['CodeWrong', 'The code is incorrect or was already used.'],
  ['SignInExpired', 'Your sign-in expired. Go back and sign in again.'],
  ['CredentialsSignin', 'Incorrect email or password.'],
  [
    'DemoUnavailable',
    'The demo account opens only in the browser that opened the link printed by npm start.',
  ],
  ['DemoLinkUnusable', 'This sign-in link is not valid. Open the one printed by npm start.'],
  ['EmailUnusable', 'That service returned an email address that can’t be used here. Contact the operator.'],
  ['EmailNotVerified', 'That service has not verified your email. Verify it there, then try again.'],
  [
    'OAuthAccountNotLinked',
    'An account with this email already exists. Sign in with its password, then connect the other service.',
  ],
  ['AccessDenied', 'This account can’t sign in here.'],
  ['SignUpClosed', 'Sign-ups are closed. Contact the operator.'],
  ['SessionRequired', 'Sign in to view that page.'],
  ['Configuration', 'Sign-in is not configured correctly. Contact the operator.'],
  ['OAuthCreateAccount', 'Your account could not be created. Try again or sign in another way.'],
  ['OAuthSignin', 'The other service did not respond. Try again or sign in another way.'],
  ['Callback', 'The other service could not confirm your identity. Try again or sign in another way.'],
  ['OAuthCallback', 'The other service could not confirm your identity. Try again or sign in another way.'],
])
