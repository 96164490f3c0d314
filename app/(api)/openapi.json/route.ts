import { z } from 'zod'
import { publicRoute } from '@/lib/http/routes'
import { describeApi } from '../describe-api'

/** The API's description for machines. It describes the routes in `routes.ts`, so it is none of them (server/api.ts adds it). */
export const GET = publicRoute(
  {
    summary: 'This description',
    limit: 'object',
    reply: z.looseObject({ openapi: z.string() }),
    sharedForSeconds: 60,
  },
  () => describeApi(),
)
