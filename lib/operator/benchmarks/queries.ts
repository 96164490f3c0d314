import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import type { EstimateRequest, RunStatus, StartRunRequest } from './schema'

const shape = shapesOf(() => import('./schema'))
const scoresShape = shapesOf(() => import('@/lib/catalog/rankings/scores-schema'))

const key = ['operators', 'benchmarks']

export const isOpenRun = (status: RunStatus) => status === 'queued' || status === 'running'

/** Polled while a run is open. */
export const runsQuery = queryOptions({
  queryKey: [...key, 'runs'],
  queryFn: ({ signal }) => callApi(apiPaths.adminBenchmarkRuns, { reply: shape('RunsReply'), signal }),
  refetchInterval: ({ state }) => (state.data?.data.some(({ status }) => isOpenRun(status)) ? 1500 : false),
})

/** The cost of a run; not fetched while `body` is null. */
export const estimateQuery = (body: EstimateRequest | null) =>
  queryOptions({
    queryKey: [...key, 'estimate', body],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminBenchmarkEstimate, { method: 'POST', body, reply: shape('Estimate'), signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const importsQuery = queryOptions({
  queryKey: [...key, 'imports'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.adminBenchmarkImports, { reply: scoresShape('ImportedCategoriesReply'), signal }),
})

/** A mutation that refetches everything afterwards. */
const change = <Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) =>
  mutationOptions<Reply, Error, Input>({
    mutationFn,
    onSettled: (_reply, _error, _input, _context, { client }) => client.invalidateQueries({ queryKey: key }),
  })

export const startRunMutation = change((body: StartRunRequest) =>
  callApi(apiPaths.adminBenchmarkRuns, { method: 'POST', body, reply: shape('StartedRun') }),
)
export const cancelRunMutation = change((id: string) =>
  callApi(apiPaths.adminBenchmarkCancel(id), { method: 'POST', reply: shape('StartedRun') }),
)
/** Throws a `SyntaxError` for invalid JSON. */
export const importScoresMutation = change(async (json: string) => {
  const body: unknown = JSON.parse(json)
  return callApi(apiPaths.adminBenchmarkImports, { method: 'POST', body, reply: scoresShape('ImportReply') })
})
export const withdrawScoresMutation = change((category: string) => {
  const request = { method: 'DELETE', query: { category }, reply: scoresShape('WithdrawReply') } as const
  return callApi(apiPaths.adminBenchmarkImports, request)
})
