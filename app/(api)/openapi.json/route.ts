import { openApiDocument } from '@/lib/http/openapi'
import { env } from '@/lib/platform/env'
import { apiRoutes } from '../routes'

/** The API's description for machines. */
export function GET(): Response {
  return Response.json(openApiDocument(apiRoutes, env().publicUrl), {
    headers: { 'cache-control': 'public, max-age=60' },
  })
}
