import type { UseFormSetError } from 'react-hook-form'
import { ApiError } from '@/lib/client/api-client'
import type { KeyForm } from './key-form'

const fields: Record<string, keyof KeyForm> = {
  name: 'name',
  scopes: 'scopes',
  expires_at: 'expiryDate',
  allowed_models: 'allowedModels',
  limit_usd: 'limitUsd',
  limit_reset: 'limitReset',
  rate_limit_rpm: 'rateLimit',
  chat: 'defaultChat',
  image: 'defaultImage',
  video: 'defaultVideo',
}

/** Puts what the server found wrong beside its field; what has none goes to the foot of the form. */
export function showKeyFormError(error: Error, setError: UseFormSetError<KeyForm>): void {
  const param = error instanceof ApiError ? error.param : null
  const field = param ? fields[param.split(/[.[]/)[0] ?? ''] : undefined
  if (field) setError(field, { message: error.message }, { shouldFocus: true })
  else setError('root', { message: error.message })
}
