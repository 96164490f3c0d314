import { type ResolvedRoute, resolveRoutes } from '@/lib/gateway/routing/resolve-routes'
import { refuseWhileResting } from '@/lib/gateway/routing/route-health'
import type { RouteRequest } from '@/lib/gateway/routing/schema'
import { FAR, type Recount } from '@/lib/money/usage/counted-hold'
import { dearest, mostItCanCost } from '@/lib/money/usage/meter'
import type { Caller } from '@/lib/platform/caller'
import { countTexts, countWhole } from '@/lib/platform/tokens'
import { leastTokens, mostTokens } from '@/lib/upstream/prompt-tokens'
import { type CallContext, charged, type Used } from './charged-call'
import type { CallUsage } from './schema'

/** What one kind of call has of its own. */
export type MeteredCall<Answer, Reply> = {
  modality: 'embedding' | 'moderation' | 'rerank'
  /** Of the request, `parameters` with what only some routes accept. */
  asked: Omit<RouteRequest, 'modality'>
  /** The tokens that the prompt has at a route, where each of its inputs has as many as `tokensOf` says. */
  promptTokens(route: ResolvedRoute, tokensOf: (input: Input) => number): number
  /** The prompt's tokens as counted here, where the upstream does not say. */
  countTokens(): number
  /** The routes that the prompt fits in. Throws 400 where there is none. */
  fit?(routes: readonly ResolvedRoute[]): readonly ResolvedRoute[]
  ask(route: ResolvedRoute, watch: { signal: AbortSignal; onAccepted: () => void }): Promise<Answer>
  write(answer: Answer, about: { model: string; usage: CallUsage }): Reply
}

/** The call, with what is held for it: settled by the upstream's count of tokens, else by ours. */
export function performCall<Answer extends { promptTokens: number | null }, Reply>(
  caller: Caller,
  call: MeteredCall<Answer, Reply>,
  context: CallContext,
): Promise<Reply> {
  const { modality } = call
  const routes = routesOf(caller, call)
  const worstCaseNanos = costOfMost(call, routes, boundTokens)
  const usedBy = (reported: number | null | undefined): Used =>
    reported == null
      ? { promptTokens: call.countTokens(), usageSource: 'estimated' }
      : { promptTokens: reported, usageSource: 'upstream' }
  const terms = { modality, worstCaseNanos, recount: recountOf(call, routes), waits: true }
  return charged(caller, context, terms, async (charge) => {
    const served = await charge.try(
      call.fit?.(routes) ?? routes,
      (route, { signal }) => call.ask(route, { signal, onAccepted: charge.accept }),
      (_route, answer) => usedBy(answer?.promptTokens),
    )
    const reading = charge.reading(served, usedBy(served.result.promptTokens))
    const { promptTokens: tokens } = reading
    const usage = { prompt_tokens: tokens, total_tokens: tokens, cost: await charge.chargedUsd(reading) }
    const reply = call.write(served.result, { model: served.route.modelId, usage })
    charge.settle(reading)
    return reply
  })
}

type Prompt = Pick<MeteredCall<never, never>, 'promptTokens' | 'countTokens'>

function costOfMost(
  call: Prompt,
  routes: readonly ResolvedRoute[],
  tokensOf: (input: Input, route: ResolvedRoute) => number,
): bigint {
  return dearest(routes, (route) =>
    mostItCanCost(route.price, { promptTokens: call.promptTokens(route, (input) => tokensOf(input, route)) }),
  )
}

/** The same by a count of the inputs, for who cannot hold them by their bytes. */
function recountOf(call: Prompt, routes: readonly ResolvedRoute[]): Recount {
  return {
    get leastNanos() {
      return costOfMost(call, routes, (input) => leastTokens(boundTokens(input)))
    },
    count: async (availableNanos) => {
      const estimate = call.countTokens()
      const estimated = dearest(routes, (route) =>
        mostItCanCost(route.price, {
          promptTokens: Math.min(estimate, call.promptTokens(route, boundTokens)),
        }),
      )
      if (estimated > FAR * availableNanos) return { countedNanos: estimated, mostNanos: estimated }
      const texts = new Set<string>()
      const collect = (input: Input) => {
        if (typeof input === 'string') texts.add(input)
        return 0
      }
      for (const route of routes) call.promptTokens(route, collect)
      const counts = await countWhole([...texts])
      const countOf = new Map([...texts].map((text, index) => [text, counts[index] ?? 0]))
      const counted = (input: Input) => (typeof input === 'string' ? countOf.get(input) : input.length) ?? 0
      return {
        countedNanos: costOfMost(call, routes, counted),
        mostNanos: costOfMost(call, routes, (input, route) =>
          mostTokens(counted(input), boundTokens(input), route),
        ),
      }
    },
  }
}

/**
 * Another model's answer is another thing (vectors of two models lie in two spaces, scores are not on one scale): only those
 * step in that the request names.
 */
function routesOf(
  caller: Caller,
  { modality, asked }: Pick<MeteredCall<never, never>, 'modality' | 'asked'>,
): readonly ResolvedRoute[] {
  const { model, routes } = resolveRoutes(caller, { ...asked, modality })
  const own = routes.filter(({ modelId }) => modelId === model.id || asked.models?.includes(modelId))
  refuseWhileResting(own)
  return own
}

const TOKENS_AROUND = 3

/** A text, or one as the model's own tokens. */
export type Input = string | readonly number[]

/** An upper bound for a hold: no token has less than a byte. */
export function boundTokens(input: Input): number {
  if (typeof input !== 'string') return input.length
  return TOKENS_AROUND + Buffer.byteLength(input)
}

/** By a real tokenizer; long texts are estimated. */
export function sumOfTokens(inputs: readonly Input[]): number {
  const texts = inputs.filter((input) => typeof input === 'string')
  const given = inputs.reduce((sum, input) => (typeof input === 'string' ? sum : sum + input.length), 0)
  return given + countTexts(texts)
}
