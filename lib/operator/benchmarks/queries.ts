import { keepPreviousData, queryOptions } from '@tanstack/react-query'
import { callApi, shapesOf } from '@/lib/client/api-client'
import { mutationOf, queryOf } from '@/lib/client/api-queries'
import { apiPaths } from '@/lib/client/paths'
import type { EstimateRequest, RunStatus, StartRunRequest } from './schema'

const shape = shapesOf<typeof import('./schema')>()
const scoresShape = shapesOf<typeof import('@/lib/catalog/rankings/scores-schema')>()

const key = ['operators', 'benchmarks']

export const isOpenRun = (status: RunStatus) => status === 'queued' || status === 'running'

/** Polled while a run is open. */
export const runsQuery = queryOptions({
  ...queryOf([...key, 'runs'], apiPaths.adminBenchmarkRuns, shape('RunsReply')),
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

export const importsQuery = queryOf(
  [...key, 'imports'],
  apiPaths.adminBenchmarkImports,
  scoresShape('ImportedCategoriesReply'),
)

const anyway = { staleAnyway: key }

export const startRunMutation = mutationOf(
  shape('StartedRun'),
  (body: StartRunRequest) => ['POST', apiPaths.adminBenchmarkRuns, body],
  anyway,
)
export const cancelRunMutation = mutationOf(
  shape('StartedRun'),
  (id: string) => ['POST', apiPaths.adminBenchmarkCancel(id)],
  anyway,
)
/** Throws a `SyntaxError` for invalid JSON. */
export const importScoresMutation = mutationOf(
  scoresShape('ImportReply'),
  (json: string) => ['POST', apiPaths.adminBenchmarkImports, JSON.parse(json)],
  anyway,
)
export const withdrawScoresMutation = mutationOf(
  scoresShape('WithdrawReply'),
  (category: string) => ['DELETE', `${apiPaths.adminBenchmarkImports}?${new URLSearchParams({ category })}`],
  anyway,
)
