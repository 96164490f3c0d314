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

/** Of a normal distribution 95 % lie within this many standard deviations. */
const Z = 1.959964

/**
 * The share of passed items in per cent, and Wilson's 95 % interval around it, which stays within 0 and 100 and is honest
 * for few items and for shares near either end. Rounded to hundredths; undefined where there is no item.
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

/** What a run has found in each of its suites so far. */
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

const ownCategories = SuiteId.options.map((id) => suites[id].category)
const presentSources = SuiteId.options.map((id) => suiteSource(id, suites[id].version))

/**
 * The newest figure of every model in every category, best first; of our own only those of suites in their present version.
 * Our own categories come first, in the suites' order; none is empty. Equal scores share a rank.
 */
export async function listBenchmarkScores(): Promise<BenchmarkCategory[]> {
  const rows = await repository.listNewestScores(presentSources)
  const byCategory = Map.groupBy(rows, ({ category }) => category)
  return [...new Set([...ownCategories, ...byCategory.keys()])].flatMap((category) => {
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

/** How a model did in every category in which it has a figure, beside how many others. */
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
 * Imports figures of others, each with its source. Earlier figures of the same source and models are replaced. Throws
 * `invalid_parameter` naming the field: a model that the catalog does not have, a category that is measured here, or
 * one that has another source or metric, for figures of one category are compared.
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
    if (ownCategories.some((own) => own.toLowerCase() === category.toLowerCase()))
      throw refuse('category', `"${category}" is measured here; give the import another name.`)
    const claim = claims.get(category) ?? { source: source.name, metric }
    if (claim.source !== source.name || claim.metric !== metric)
      throw refuse('category', `"${category}" has figures of ${claim.source} in "${claim.metric}" already.`)
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

/** What was imported, by category, each with its source and the day of the newest figure. */
export async function listImports(): Promise<ImportedCategory[]> {
  return (await listBenchmarkScores()).flatMap(({ category, items }) => {
    const [newest] = items.toSorted((a, b) => b.as_of.localeCompare(a.as_of))
    if (newest === undefined || ownCategories.includes(category)) return []
    const { metric, source, source_url, licence, as_of } = newest
    return { category, metric, source, source_url, licence: licence ?? '', scores: items.length, as_of }
  })
}

/** Deletes the imported figures of a category and returns them. Throws `not_found` where there are none. */
export async function withdrawScores(category: string, transaction: Transaction) {
  const items = (await repository.deleteImportedScores(category, transaction)).map((row) =>
    toBenchmarkItem(row, 1),
  )
  if (items[0] === undefined)
    throw new AppError('not_found', { message: 'Nothing was imported in this category.' })
  const { source, source_url, licence, metric } = items[0]
  const scores = items.map(({ model_id: model, score, as_of }) => ({ model, score, as_of }))
  return { source, source_url, licence, metric, scores }
}

/** Saves what a run has found. */
export const saveScores = repository.insertScores
