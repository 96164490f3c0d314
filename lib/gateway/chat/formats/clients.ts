import type { AppError } from '@/lib/platform/errors'
import { geminiRefusal } from './gemini/errors'
import { messagesErrors, messagesRefusal } from './messages/errors'

/** Routes that the SDKs of several vendors share know their clients by the headers that only those send. */
type Asked = { id: string; headers: Readonly<Record<string, string | undefined>> }

export function isGoogleClient({ headers }: Pick<Asked, 'headers'>): boolean {
  return headers['x-goog-api-key'] !== undefined || headers['x-goog-api-client'] !== undefined
}

/** Errors in the envelope of the client's vendor; OpenAI's clients get ours. */
export const clientErrors = {
  ...messagesErrors,
  refusal: (error: AppError, request: Asked) => {
    if (request.headers['anthropic-version'] !== undefined) return messagesRefusal(error, request)
    return isGoogleClient(request) ? geminiRefusal(error, request) : undefined
  },
}
