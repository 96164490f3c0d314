import { shapesOf } from '@/lib/client/api-client'
import { mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type {
  BeginSecondFactorRequest,
  ChangeEmailRequest,
  ChangePasswordRequest,
  UpdateProfileRequest,
} from './schema'

const shape = shapesOf<typeof import('./schema')>()

const profileKey = ['identity', 'profile']
const answers = profileKey
const isSecret = true

export const profileQuery = () => queryOf(profileKey, apiPaths.profile, shape('Profile'))

export const updateProfileMutation = () =>
  mutationOf(shape('Profile'), (body: UpdateProfileRequest) => ['PATCH', apiPaths.profile, body], { answers })

/** The request contains passwords. */
export const changePasswordMutation = () =>
  mutationOf(shape('Profile'), (body: ChangePasswordRequest) => ['PUT', apiPaths.password, body], {
    answers,
    isSecret,
  })

/** The request contains a password. */
export const changeEmailMutation = () =>
  mutationOf(shape('Profile'), (body: ChangeEmailRequest) => ['PUT', apiPaths.email, body], {
    answers,
    isSecret,
  })

export const cancelEmailChangeMutation = () =>
  mutationOf(shape('Profile'), () => ['DELETE', apiPaths.email], { answers })

export const unlinkServiceMutation = () =>
  mutationOf(shape('Profile'), (provider: string) => ['DELETE', apiPaths.signInService(provider)], {
    answers,
  })

/** The reply contains a secret, and that of the confirmation the recovery codes. */
export const beginSecondFactorMutation = () =>
  mutationOf(
    shape('PendingSecondFactor'),
    (body: BeginSecondFactorRequest) => ['POST', apiPaths.secondFactor, body],
    { isSecret },
  )

export const confirmSecondFactorMutation = () =>
  mutationOf(shape('RecoveryCodes'), (code: string) => ['POST', apiPaths.secondFactorConfirm, { code }], {
    stale: profileKey,
    isSecret,
  })

export const replaceRecoveryCodesMutation = () =>
  mutationOf(shape('RecoveryCodes'), (code: string) => ['POST', apiPaths.recoveryCodes, { code }], {
    stale: profileKey,
    isSecret,
  })

export const turnOffSecondFactorMutation = () =>
  mutationOf(shape('Profile'), (code: string) => ['POST', apiPaths.secondFactorDisable, { code }], {
    answers,
  })

const sessionsKey = ['identity', 'sessions']

export const sessionsQuery = () => queryOf(sessionsKey, apiPaths.sessions, shape('SessionList'))

export const signOutSessionMutation = () =>
  mutationOf(shape('SessionList'), (id: string) => ['DELETE', apiPaths.session(id)], {
    answers: sessionsKey,
  })
