/**
 * Identity: people (users), the organizations (customers) and who belongs to which. Sign-up creates a person with a personal
 * organization; sign-in sets a signed cookie that names the person and the organization acted for.
 */
import { z } from 'zod'
import { DataRules, DataRulesRequest } from '@/lib/catalog/models/data-rules-schema'
import type { CallLimits, Member, SpendLimit } from '@/lib/platform/caller'
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

/** Lowercase: no two mailboxes differ only in case. */
export const Email = emailField().transform((email) => email.toLowerCase().normalize('NFC'))

/** For forms; `message` is shown for an invalid email. */
export const typedEmail = (message: string) => emailField(message)

/** Length limit of a password, normalized as `hashPassword` does. */
const passwordLength = { most: 200, form: 'NFKC' } as const

const name = givenName(100)
const password = z.string().check(characters({ least: PASSWORD_MIN_LENGTH, ...passwordLength }))

export const SignUpRequest = z.strictObject({
  name: name.check(visible),
  email: Email,
  password,
  /** The token of an invitation's link: also joins its organization, and signs up where sign-up is closed. */
  invitation: leftOpen(z.string().max(200)).optional(),
})
export type SignUpRequest = z.infer<typeof SignUpRequest>

export const Account = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  customer_id: z.string(),
  created_at: z.string(),
})
export type Account = z.infer<typeof Account>

/** A person, as shown in its settings. */
export const Profile = z.object({
  id: z.string(),
  name: z.string(),
  email: z.string(),
  /** A new email that is not confirmed yet. */
  pending_email: z.string().nullable(),
  /** The organization that the session acts for. */
  customer_id: z.string(),
  has_password: z.boolean(),
  /** The demo account: its password is generated at start and stored in demo.json. */
  is_demo: z.boolean(),
  /** Two-factor authentication; null: off. */
  second_factor: z.object({ recovery_codes_left: z.int() }).nullable(),
  /** Connected accounts at other services. */
  services: z.array(z.object({ provider: z.string(), linked_at: z.string() })),
  /** The account's rules for all its requests: keys and requests cannot loosen them. */
  routing: DataRules,
  created_at: z.string(),
})
export type Profile = z.infer<typeof Profile>

export const UpdateProfileRequest = sentBack(
  z.strictObject({ name: leftOpen(name).optional(), routing: leftOpen(DataRulesRequest).optional() }),
  Profile,
)
export type UpdateProfileRequest = z.infer<typeof UpdateProfileRequest>

export const GivenPassword = z.string().check(characters(passwordLength))
/** Omitted by a person without a password. */
const current_password = leftOpen(GivenPassword).optional()

export const ChangePasswordRequest = z.strictObject({
  current_password,
  new_password: password,
})
export type ChangePasswordRequest = z.infer<typeof ChangePasswordRequest>

export const BeginSecondFactorRequest = z.strictObject({ current_password })
export type BeginSecondFactorRequest = z.infer<typeof BeginSecondFactorRequest>

/** For the authenticator app; returned only once. `uri` is the content of the QR code. */
export const PendingSecondFactor = z.object({ secret: z.string(), uri: z.string() })
export type PendingSecondFactor = z.infer<typeof PendingSecondFactor>

/** A code from the authenticator app, or a recovery code. */
export const SecondFactorCode = z.strictObject({ code: z.string().max(100) })

/** Each works once in place of a code. Returned only once. */
export const RecoveryCodes = z.object({ recovery_codes: z.array(z.string()) })
export type RecoveryCodes = z.infer<typeof RecoveryCodes>

export const SessionList = listReply(
  z.object({
    id: z.string(),
    /** Browser and system, as far as the browser reports them. */
    device: z.string(),
    /** The session of this request. */
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

/** Does not reveal whether the account exists. */
export const MailRequested = z.object({ accepted: z.literal(true) })
export type MailRequested = z.infer<typeof MailRequested>

export const ResetPasswordRequest = z.strictObject({ token: z.string().max(200), new_password: password })
export type ResetPasswordRequest = z.infer<typeof ResetPasswordRequest>

export const PasswordWasReset = z.object({ reset: z.literal(true) })
export type PasswordWasReset = z.infer<typeof PasswordWasReset>

export const SignInLinkQuery = z.object({ token: z.string().max(200) })

export const ServiceParams = z.object({ provider: z.string() })

export type { Permission } from '@/lib/platform/roles'

/** A signed-in person. */
export type Session = {
  userId: string
  customerId: string
  email: string
  name: string
  /** The name of the organization that it acts for. */
  organization: string
  member: Member
  isOperator: boolean
  /** Suspended by an operator: read-only. */
  isSuspended: boolean
  limits: CallLimits | undefined
  spendLimits: readonly SpendLimit[] | undefined
  /** Null for cookies from before sessions had ids. */
  sessionId: string | null
}

/**
 * A service to sign in with, and its display name. `oidc` is the operator's identity provider.
 */
export type SignInService = { id: 'github' | 'google' | 'oidc'; name: string; isOffered: boolean }

/** The sign-in methods of the sign-in page. */
export type SignInOptions = {
  /** `locked`: only in a browser that has opened the link printed by `npm start`. */
  demo: 'off' | 'locked' | 'open'
  isSignUpOpen: boolean
  /** Whether this installation can send mail, such as password reset links. */
  sendsMail: boolean
  services: SignInService[]
}

/** The message for the `error` code of a failed sign-in. */
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
