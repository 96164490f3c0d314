import type { z } from 'zod'
import { ApiError } from './api-error'
import { apiPaths } from './paths'
import { readApiError } from './read-api-error'

type Upload<Reply extends z.ZodType> = {
  reply: Reply
  /** From 0 to 1. */
  onProgress?: (part: number) => void
  signal?: AbortSignal
}

/** Sends a file to be kept for a day; `fetch` tells no progress of an upload, so this is an XMLHttpRequest. */
export function uploadMedia<Reply extends z.ZodType>(
  file: Blob,
  { reply, onProgress, signal }: Upload<Reply>,
): Promise<z.output<Reply>> {
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    request.open('POST', apiPaths.media)
    request.setRequestHeader('content-type', file.type)
    request.upload.onprogress = ({ loaded, total }) => onProgress?.(total === 0 ? 0 : loaded / total)
    request.onerror = () => reject(unreachable())
    request.onabort = () => reject(new DOMException('The upload was cancelled.', 'AbortError'))
    request.onload = () => {
      const response = new Response(request.responseText, { status: request.status })
      if (!response.ok) {
        readApiError(response).then(reject, reject)
        return
      }
      response.json().then((value) => resolve(reply.parse(value)), reject)
    }
    signal?.addEventListener('abort', () => request.abort(), { once: true })
    request.send(file)
  })
}

function unreachable(): ApiError {
  return new ApiError({
    status: 0,
    code: 'network',
    message: 'The server could not be reached. Check the connection and try again.',
  })
}
