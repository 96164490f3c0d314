/** A picture of one pixel, as base64. */
export const PIXEL_PNG =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** What OpenAI's image API answers, as its specification shows it. */
export const IMAGES_ANSWER = {
  created: 1_760_000_000,
  background: 'opaque',
  data: [{ b64_json: PIXEL_PNG, revised_prompt: 'A single pixel.' }],
  output_format: 'png',
  quality: 'medium',
  size: '1024x1024',
  usage: {
    input_tokens: 59,
    input_tokens_details: { text_tokens: 9, image_tokens: 50 },
    output_tokens: 1056,
    output_tokens_details: { text_tokens: 0, image_tokens: 1056 },
    total_tokens: 1115,
  },
}

/** Its refusals: status, body, and what we make of them. */
export const IMAGE_REFUSALS = [
  {
    status: 400,
    error: {
      message: 'Your request was rejected by the safety system.',
      type: 'image_generation_user_error',
      param: null,
      code: 'moderation_blocked',
    },
    expected: { fault: 'rejected', code: 'content_policy_violation', hasPublicMessage: true },
  },
  {
    status: 400,
    error: {
      message: "Invalid value: '100x100'. Supported values are: '1024x1024', 'auto'.",
      type: 'invalid_request_error',
      param: 'size',
      code: 'invalid_value',
    },
    expected: { fault: 'rejected', code: undefined, param: 'size', hasPublicMessage: true },
  },
  {
    status: 401,
    error: {
      message: 'Incorrect API key provided: sk-1234.',
      type: 'invalid_request_error',
      code: 'invalid_api_key',
    },
    expected: { fault: 'failed', hasPublicMessage: false },
  },
  {
    status: 403,
    error: {
      message: 'Your organization must be verified to use this model.',
      type: 'invalid_request_error',
    },
    expected: { fault: 'failed', hasPublicMessage: false },
  },
  {
    status: 404,
    error: { message: 'The model does not exist.', type: 'invalid_request_error', code: 'model_not_found' },
    expected: { fault: 'rejected', hasPublicMessage: true },
  },
  {
    status: 413,
    error: { message: 'The image is too large.', type: 'invalid_request_error', param: 'image' },
    expected: { fault: 'rejected', param: 'image' },
  },
  {
    status: 429,
    error: {
      message: 'Rate limit reached for images per minute.',
      type: 'requests',
      code: 'rate_limit_exceeded',
    },
    expected: { fault: 'rate_limited', retryAfterSeconds: 12 },
  },
  {
    status: 500,
    error: { message: 'The server had an error at 10.0.0.5.', type: 'server_error' },
    expected: { fault: 'failed', hasPublicMessage: false },
  },
  { status: 503, error: { message: 'Overloaded.', type: 'server_error' }, expected: { fault: 'failed' } },
] as const
