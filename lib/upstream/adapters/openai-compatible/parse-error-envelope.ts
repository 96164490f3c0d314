/** What an upstream's error body says, whichever of the usual shapes it has. */
export type ErrorEnvelope = {
  message: string | undefined
  code: string | undefined
  type: string | undefined
  param: string | undefined
  /** An HTTP status written in the body, as some upstreams do when they have already answered 200. */
  status: number | undefined
}

type Fields = Record<string, unknown>

/**
 * `{error:{message,code,param,type}}` and `{error:"text"}` (OpenAI and its kin), `[{error:{…}}]` (Google),
 * `{message,code}` and `{detail:"text"|[{loc,msg}]}` (FastAPI). Null when the body is no JSON or says nothing of an error.
 */
export function parseErrorEnvelope(body: Buffer | string): ErrorEnvelope | null {
  const parsed = parseJson(body)
  const outer = Array.isArray(parsed) ? parsed[0] : parsed
  if (!isFields(outer)) return null
  if (isFields(outer.error)) return fromFields(outer.error)
  if (typeof outer.error === 'string') return fromFields({ ...outer, message: outer.message ?? outer.error })
  if (outer.detail !== undefined) return fromDetail(outer.detail)
  return typeof outer.message === 'string' ? fromFields(outer) : null
}

function fromFields(fields: Fields): ErrorEnvelope {
  // Azure names the real reason one level down.
  const inner = isFields(fields.innererror) ? textOf(fields.innererror.code) : undefined
  return {
    message: textOf(fields.message) ?? textOf(fields.detail),
    code: inner ?? textOf(fields.code),
    type: textOf(fields.type) ?? (typeof fields.status === 'string' ? fields.status : undefined),
    param: textOf(fields.param),
    status: [fields.code, fields.status].map(Number).find((code) => code >= 400 && code < 600),
  }
}

function fromDetail(detail: unknown): ErrorEnvelope | null {
  if (isFields(detail)) return fromFields(detail)
  const first: unknown = Array.isArray(detail) ? detail[0] : { msg: detail }
  if (!isFields(first) || typeof first.msg !== 'string') return null
  const place = Array.isArray(first.loc) ? first.loc.filter((step) => step !== 'body').join('.') : ''
  const message = place === '' ? first.msg : `${place}: ${first.msg}`
  return { message, code: undefined, type: textOf(first.type), param: place || undefined, status: undefined }
}

function parseJson(body: Buffer | string): unknown {
  try {
    return JSON.parse(body.toString())
  } catch {
    return null
  }
}

function textOf(value: unknown): string | undefined {
  return typeof value === 'string' && value !== '' ? value : undefined
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
