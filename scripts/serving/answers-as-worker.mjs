// ROLE=worker does background work only; over HTTP it tells how it is and nothing else.
import { randomBytes } from 'node:crypto'

const open = new Set(['/api/health', '/api/ready'])

/** Answers what a worker does not serve; false for what it does. */
export function answersAsWorker(request, response) {
  if (open.has((request.url ?? '').split('?')[0])) return false
  const requestId = `req_${randomBytes(16).toString('hex')}`
  const error = {
    message: 'This process does background work only.',
    type: 'invalid_request_error',
    param: null,
    code: 'not_found',
    request_id: requestId,
  }
  response.writeHead(404, { 'content-type': 'application/json', 'x-request-id': requestId })
  response.end(JSON.stringify({ error }))
  return true
}
