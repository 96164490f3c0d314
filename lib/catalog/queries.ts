import { queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { ModelListReply } from './schema'

/** Every model, of every kind; `select` what a page needs. The catalog changes rarely. */
export function modelListQuery() {
  return queryOptions({
    queryKey: ['catalog', 'models'],
    queryFn: ({ signal }) => callApi(apiPaths.models, { reply: ModelListReply, signal }),
    staleTime: 5 * 60_000,
  })
}
