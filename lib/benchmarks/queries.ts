import { keepPreviousData, mutationOptions, queryOptions } from '@tanstack/react-query'
import { callApi } from '@/lib/client/api-client'
import { apiPaths } from '@/lib/client/paths'
import {
  Estimate,
  type EstimateRequest,
  ImportedCategoriesReply,
  ImportReply,
  isOpenRun,
  RunsReply,
  StartedRun,
  type StartRunRequest,
  WithdrawReply,
} from './schema'

const key = ['operators', 'benchmarks']
const LIVE_MILLIS = 1500

/** Asked again while any of them still runs. */
export const runsQuery = queryOptions({
  queryKey: [...key, 'runs'],
  queryFn: ({ signal }) => callApi(apiPaths.adminBenchmarkRuns, { reply: RunsReply, signal }),
  refetchInterval: ({ state }) =>
    state.data?.data.some(({ status }) => isOpenRun(status)) ? LIVE_MILLIS : false,
})

/** What a run would cost; `null` while no suite is chosen. */
export const estimateQuery = (body: EstimateRequest | null) =>
  queryOptions({
    queryKey: [...key, 'estimate', body],
    queryFn: ({ signal }) =>
      callApi(apiPaths.adminBenchmarkEstimate, { method: 'POST', body, reply: Estimate, signal }),
    enabled: body !== null,
    placeholderData: keepPreviousData,
    retry: false,
  })

export const importsQuery = queryOptions({
  queryKey: [...key, 'imports'],
  queryFn: ({ signal }) =>
    callApi(apiPaths.adminBenchmarkImports, { reply: ImportedCategoriesReply, signal }),
})

/** After each change all is read anew. */
const change = <Input, Reply>(mutationFn: (input: Input) => Promise<Reply>) =>
  mutationOptions<Reply, Error, Input>({
    mutationFn,
    onSettled: (...[, , , , { client }]) => client.invalidateQueries({ queryKey: key }),
  })

export const startRunMutation = change((body: StartRunRequest) =>
  callApi(apiPaths.adminBenchmarkRuns, { method: 'POST', body, reply: StartedRun }),
)
export const cancelRunMutation = change((id: string) =>
  callApi(apiPaths.adminBenchmarkCancel(id), { method: 'POST', reply: StartedRun }),
)
/** Throws a `SyntaxError` where the text is no JSON. */
export const importScoresMutation = change(async (json: string) =>
  callApi(apiPaths.adminBenchmarkImports, { method: 'POST', body: JSON.parse(json), reply: ImportReply }),
)
export const withdrawScoresMutation = change((category: string) =>
  callApi(apiPaths.adminBenchmarkImports, { method: 'DELETE', query: { category }, reply: WithdrawReply }),
)
