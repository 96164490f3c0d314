import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import { ImportedCategoriesReply, ImportReply, WithdrawReply } from './import-schema'
import {
  BenchmarkRun,
  Estimate,
  type EstimateRequest,
  isOpenRun,
  ResultsReply,
  RunsReply,
  type StartRunRequest,
  SuitesReply,
} from './schema'

const key = ['operators', 'benchmarks']
const LIVE_MILLIS = 1500

export function suitesQuery() {
  return queryOptions({
    queryKey: [...key, 'suites'],
    queryFn: ({ signal }) => callApi(apiPaths.adminBenchmarkSuites, { reply: SuitesReply, signal }),
    staleTime: 5 * 60_000,
  })
}

/** Asked again while any of them still runs. */
export function runsQuery() {
  return queryOptions({
    queryKey: [...key, 'runs'],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminBenchmarkRuns, { reply: RunsReply, query: { limit: 50 }, signal }),
    refetchInterval: ({ state }) =>
      state.data?.data.some(({ status }) => isOpenRun(status)) ? LIVE_MILLIS : false,
  })
}

/** What a run would cost; `null` while no suite is chosen. */
export function estimateQuery(request: EstimateRequest | null) {
  return queryOptions({
    queryKey: [...key, 'estimate', request],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminBenchmarkEstimate, { method: 'POST', body: request, reply: Estimate, signal }),
    enabled: request !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })
}

/** Asked for once the run has ended, and again for each item that is done. */
export function missedItemsQuery(runId: string, done: number) {
  return queryOptions({
    queryKey: [...key, 'results', runId, done],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminBenchmarkResults(runId), {
        reply: ResultsReply,
        query: { outcome: 'failed' },
        signal,
      }),
    placeholderData: keepPreviousData,
  })
}

export function startRunMutation() {
  return mutationOptions({
    mutationFn: (request: Omit<StartRunRequest, 'concurrency'>) =>
      callApi(apiPaths.adminBenchmarkRuns, { method: 'POST', body: request, reply: BenchmarkRun }),
    onSuccess: (_run, _request, _result, { client }) => client.invalidateQueries({ queryKey: key }),
  })
}

export function changeRunMutation() {
  return mutationOptions({
    mutationFn: ({ id, verb }: { id: string; verb: 'cancel' | 'resume' }) =>
      callApi(apiPaths.adminBenchmarkRun(id, verb), { method: 'POST', reply: BenchmarkRun }),
    onSettled: (_run, _error, _request, _result, { client }) => client.invalidateQueries({ queryKey: key }),
  })
}

export function importScoresMutation() {
  return mutationOptions({
    mutationFn: (content: unknown) =>
      callApi(apiPaths.adminBenchmarkImports, { method: 'POST', body: content, reply: ImportReply }),
    onSuccess: (_reply, _content, _result, { client }) => client.invalidateQueries({ queryKey: key }),
  })
}

/** What was imported, by category. */
export function importsQuery() {
  return queryOptions({
    queryKey: [...key, 'imports'],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminBenchmarkImports, { reply: ImportedCategoriesReply, signal }),
  })
}

export function withdrawScoresMutation() {
  return mutationOptions({
    mutationFn: (category: string) =>
      callApi(apiPaths.adminBenchmarkImports, {
        method: 'DELETE',
        query: { category },
        reply: WithdrawReply,
      }),
    onSettled: (_reply, _error, _category, _result, { client }) =>
      client.invalidateQueries({ queryKey: key }),
  })
}
