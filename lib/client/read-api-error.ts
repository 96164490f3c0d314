import { ActionErrorEnvelope, ApiError, ErrorEnvelope } from './api-error'

/** The error in a response that is not ok, whatever its body turns out to be. */
export async function readApiError(response: Response): Promise<ApiError> {
  const retryAfter = Number(response.headers.get('retry-after'))
  const common = {
    status: response.status,
    requestId: response.headers.get('x-request-id'),
    retryAfterSeconds: Number.isFinite(retryAfter) && retryAfter > 0 ? retryAfter : null,
  }
  const body: unknown = await response.json().catch(() => null)
  const action = ActionErrorEnvelope.safeParse(body)
  if (action.success) {
    const { Code: code, Message: message } = action.data.ResponseMetadata.Error
    return new ApiError({ ...common, code, message })
  }
  const envelope = ErrorEnvelope.safeParse(body)
  if (!envelope.success) {
    return new ApiError({
      ...common,
      code: 'unexpected_reply',
      message: `The server answered ${response.status} without saying why.`,
    })
  }
  const { code, message, param, request_id } = envelope.data.error
  return new ApiError({ ...common, code, message, param, requestId: request_id ?? common.requestId })
}
