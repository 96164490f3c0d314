import { findModel, modelExists } from '@/lib/catalog/models/read-snapshot'
import { clock } from '@/lib/platform/clock'
import { env } from '@/lib/platform/env'
import { AppError } from '@/lib/platform/errors'
import { createFreshCache } from '@/lib/platform/fresh-cache'
import { newId } from '@/lib/platform/ids'
import type { Transaction } from '@/lib/platform/transaction'
import * as repository from './scores-repository'
import {
  type BenchmarkCategory,
  type BenchmarkItem,
  type ImportedCategory,
  type ImportRequest,
  type ModelScore,
  SuiteId,
} from './scores-schema'
import { findSuite, suiteSource, suites } from './suites'

/** 95% of a normal distribution lie within this many standard deviations. */
const Z = 1.959964

/**
 * The share of passed items in percent with its 95% Wilson interval, which is reliable for few items and for shares near 0
 * or 100. Rounded to hundredths; undefined without items.
 */
export function wilsonInterval(passed: number, items: number) {
  if (items === 0) return undefined
  const share = passed / items
  const scale = 1 + Z ** 2 / items
  const middle = (share + Z ** 2 / (2 * items)) / scale
  const half = (Z * Math.sqrt((share * (1 - share)) / items + Z ** 2 / (4 * items ** 2))) / scale
  const percent = (part: number) => Math.round(part * 10_000) / 100
  return {
    score: percent(share),
    low: percent(Math.max(0, Math.min(middle - half, share))),
    high: percent(Math.min(1, Math.max(middle + half, share))),
  }
}

/** A run's scores so far, by suite. */
export function suiteScores(
  { suites }: { suites: readonly { id: string; version: number; items: number }[] },
  results: readonly { suiteId: string; outcome: string }[],
) {
  return suites.map(({ id, version, items }) => {
    const count = (outcome: string) =>
      results.filter((one) => one.suiteId === id && one.outcome === outcome).length
    const passed = count('passed')
    const interval = wilsonInterval(passed, passed + count('failed')) ?? {
      score: null,
      low: null,
      high: null,
    }
    const category = findSuite(id)?.category ?? id
    return { category, source: suiteSource(id, version), items, passed, ...interval }
  })
}

const suiteCategories = SuiteId.options.map((id) => suites[id].category)
const presentSources = SuiteId.options.map((id) => suiteSource(id, suites[id].version))

/**
 * The newest score of every model in every category, best first; measured ones only of the present suite versions.
 * Measured categories come first, in the order of the suites. Equal scores share a rank.
 */
export async function listBenchmarkScores(): Promise<BenchmarkCategory[]> {
  const rows = await repository.listNewestScores(presentSources)
  const byCategory = Map.groupBy(rows, ({ category }) => category)
  return [...new Set([...suiteCategories, ...byCategory.keys()])].flatMap((category) => {
    const sorted = (byCategory.get(category) ?? []).toSorted((a, b) => b.score - a.score)
    const items = sorted.map((row) =>
      toBenchmarkItem(row, 1 + sorted.findIndex(({ score }) => score === row.score)),
    )
    return items.length === 0 ? [] : { category, items }
  })
}

function toBenchmarkItem(row: repository.ScoreRow, rank: number): BenchmarkItem {
  const { modelId, score, metric, samples, low, high, source, sourceUrl, licence, asOf } = row
  const source_url = sourceUrl ?? `${env().publicUrl}/docs/benchmarks`
  const as_of = asOf.toISOString()
  return { rank, model_id: modelId, score, metric, samples, low, high, source, source_url, licence, as_of }
}

const cached = createFreshCache<ModelScore[]>('model-scores')

/** A model's scores, each with its rank and the number of compared models. */
export function listModelScores(modelId: string): Promise<ModelScore[]> {
  return cached(modelId, async () =>
    (await listBenchmarkScores()).flatMap(({ category, items }) =>
      items
        .filter((item) => item.model_id === modelId)
        .map((item) => ({ ...item, category, compared: items.length })),
    ),
  )
}

/**
 * Imports published scores. Earlier scores of the same source and models are replaced. Throws `invalid_parameter` with the
 * field for an unknown model, a measured category, or a category with another source or metric.
 */
export async function importScores(
  { source, results }: ImportRequest,
  transaction: Transaction,
): Promise<void> {
  const claims = new Map(
    (await listImports()).map(({ category, source, metric }) => [category, { source, metric }]),
  )
  for (const [at, { category, metric, model }] of results.entries()) {
    const refuse = (field: string, message: string) =>
      new AppError('invalid_parameter', { param: `results[${at}].${field}`, message })
    if (findModel(model) === undefined && !modelExists(model))
      throw refuse('model', `The catalog has no model "${model}".`)
    if (suiteCategories.some((name) => name.toLowerCase() === category.toLowerCase()))
      throw refuse('category', `"${category}" is a built-in category; use another name.`)
    const claim = claims.get(category) ?? { source: source.name, metric }
    if (claim.source !== source.name || claim.metric !== metric)
      throw refuse('category', `"${category}" already has scores from ${claim.source} in "${claim.metric}".`)
    claims.set(category, claim)
  }
  const { url: sourceUrl, licence, date } = source
  const common = { source: source.name, sourceUrl, licence, asOf: new Date(`${date}T00:00:00Z`) }
  const createdAt = clock.now()
  const rows = results.map(({ model: modelId, samples = null, low = null, high = null, ...figure }) => {
    return { ...common, ...figure, id: newId('score'), modelId, samples, low, high, createdAt }
  })
  await repository.replaceImportedScores(rows, transaction)
}

/** Imported scores by category, with their source and the day of the newest. */
export async function listImports(): Promise<ImportedCategory[]> {
  return (await listBenchmarkScores()).flatMap(({ category, items }) => {
    const [newest] = items.toSorted((a, b) => b.as_of.localeCompare(a.as_of))
    if (newest === undefined || suiteCategories.includes(category)) return []
    const { metric, source, source_url, licence, as_of } = newest
    return { category, metric, source, source_url, licence: licence ?? '', scores: items.length, as_of }
  })
}

/** Deletes and returns the imported scores of a category. Throws `not_found` where there are none. */
export async function withdrawScores(category: string, transaction: Transaction) {
  const items = (await repository.deleteImportedScores(category, transaction)).map((row) =>
    toBenchmarkItem(row, 1),
  )
  if (items[0] === undefined)
    throw new AppError('not_found', { message: 'This category has no imported scores.' })
  const { source, source_url, licence, metric } = items[0]
  const scores = items.map(({ model_id: model, score, as_of }) => ({ model, score, as_of }))
  return { source, source_url, licence, metric, scores }
}

/** Saves the scores of a run. */
export const saveScores = repository.insertScores
