import { mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type {
  BeginSecondFactorRequest,
  ChangeEmailRequest,
  ChangePasswordRequest,
  UpdateProfileRequest,
} from './schema'

const shape = shapesOf(() => import('./schema'))

const profileKey = ['identity', 'profile']

export function profileQuery() {
  return queryOptions({
    queryKey: profileKey,
    queryFn: ({ signal }) => callApi(apiPaths.profile, { reply: shape('Profile'), signal }),
  })
}

export function updateProfileMutation() {
  return mutationOptions({
    mutationFn: (body: UpdateProfileRequest) =>
      callApi(apiPaths.profile, { method: 'PATCH', body, reply: shape('Profile') }),
    onSuccess: (profile, _body, _result, { client }) => client.setQueryData(profileKey, profile),
  })
}

/** Not cached: the request contains passwords. */
export function changePasswordMutation() {
  return mutationOptions({
    mutationFn: (body: ChangePasswordRequest) =>
      callApi(apiPaths.password, { method: 'PUT', body, reply: shape('Profile') }),
    onSuccess: (profile, _body, _result, { client }) => client.setQueryData(profileKey, profile),
    gcTime: 0,
  })
}

/** Not cached: the request contains a password. */
export function changeEmailMutation() {
  return mutationOptions({
    mutationFn: (body: ChangeEmailRequest) =>
      callApi(apiPaths.email, { method: 'PUT', body, reply: shape('Profile') }),
    onSuccess: (profile, _body, _result, { client }) => client.setQueryData(profileKey, profile),
    gcTime: 0,
  })
}

export function cancelEmailChangeMutation() {
  return mutationOptions({
    mutationFn: () => callApi(apiPaths.email, { method: 'DELETE', reply: shape('Profile') }),
    onSuccess: (profile, _nothing, _result, { client }) => client.setQueryData(profileKey, profile),
  })
}

export function unlinkServiceMutation() {
  return mutationOptions({
    mutationFn: (provider: string) =>
      callApi(apiPaths.signInService(provider), { method: 'DELETE', reply: shape('Profile') }),
    onSuccess: (profile, _provider, _result, { client }) => client.setQueryData(profileKey, profile),
  })
}

/** Not cached: the reply contains a secret, and that of the confirmation the recovery codes. */
export function beginSecondFactorMutation() {
  return mutationOptions({
    mutationFn: (body: BeginSecondFactorRequest) =>
      callApi(apiPaths.secondFactor, { method: 'POST', body, reply: shape('PendingSecondFactor') }),
    gcTime: 0,
  })
}

export function confirmSecondFactorMutation() {
  return mutationOptions({
    mutationFn: (code: string) =>
      callApi(apiPaths.secondFactorConfirm, {
        method: 'POST',
        body: { code },
        reply: shape('RecoveryCodes'),
      }),
    onSuccess: (_codes, _code, _result, { client }) => client.invalidateQueries({ queryKey: profileKey }),
    gcTime: 0,
  })
}

export function replaceRecoveryCodesMutation() {
  return mutationOptions({
    mutationFn: (code: string) =>
      callApi(apiPaths.recoveryCodes, { method: 'POST', body: { code }, reply: shape('RecoveryCodes') }),
    onSuccess: (_codes, _code, _result, { client }) => client.invalidateQueries({ queryKey: profileKey }),
    gcTime: 0,
  })
}

export function turnOffSecondFactorMutation() {
  return mutationOptions({
    mutationFn: (code: string) =>
      callApi(apiPaths.secondFactorDisable, { method: 'POST', body: { code }, reply: shape('Profile') }),
    onSuccess: (profile, _code, _result, { client }) => client.setQueryData(profileKey, profile),
  })
}

const sessionsKey = ['identity', 'sessions']

export function sessionsQuery() {
  return queryOptions({
    queryKey: sessionsKey,
    queryFn: ({ signal }) => callApi(apiPaths.sessions, { reply: shape('SessionList'), signal }),
  })
}

export function signOutSessionMutation() {
  return mutationOptions({
    mutationFn: (id: string) =>
      callApi(apiPaths.session(id), { method: 'DELETE', reply: shape('SessionList') }),
    onSuccess: (sessions, _id, _result, { client }) => client.setQueryData(sessionsKey, sessions),
  })
}
