import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { operatorsKey } from './queries'
import { JobPage, JobReply, type JobsQuery, QueueReply } from './queue-schema'

const POLL_MILLIS = 5000

export function queueQuery() {
  return queryOptions({
    queryKey: [...operatorsKey, 'queue'],
    queryFn: ({ signal }) => callApi(apiPaths.adminQueue, { reply: QueueReply, signal }),
    refetchInterval: POLL_MILLIS,
  })
}

export function jobsQuery({ state, offset, limit }: Pick<JobsQuery, 'state' | 'offset' | 'limit'>) {
  return queryOptions({
    queryKey: [...operatorsKey, 'jobs', state, offset, limit],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminJobs, { reply: JobPage, query: { state, offset, limit }, signal }),
    placeholderData: keepPreviousData,
    refetchInterval: POLL_MILLIS,
  })
}

export function retryJobMutation() {
  return mutationOptions({
    mutationFn: (id: string) => callApi(apiPaths.adminJobRetry(id), { method: 'POST', reply: JobReply }),
    onSettled: (_reply, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: operatorsKey }),
  })
}

export function discardJobMutation() {
  return mutationOptions({
    mutationFn: (id: string) => callApi(apiPaths.adminJob(id), { method: 'DELETE', reply: JobReply }),
    onSettled: (_reply, _error, _id, _result, { client }) =>
      client.invalidateQueries({ queryKey: operatorsKey }),
  })
}
