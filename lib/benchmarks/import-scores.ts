import { findModel, modelExists } from '@/lib/catalog/find-model'
import { clock } from '@/lib/platform/clock'
import { AppError } from '@/lib/platform/errors'
import { newId } from '@/lib/platform/ids'
import type { Transaction } from '@/lib/platform/transaction'
import type { ImportReply, ImportRequest } from './import-schema'
import { suiteCategories } from './schema'
import { findImportedCategory, replaceImportedScores } from './score-repository'

const ownCategories = new Set(Object.values(suiteCategories).map((category) => category.toLowerCase()))

/**
 * Takes figures of others in, each with whose it is. What the same source said before of the same models is replaced.
 * Throws `invalid_parameter` naming the place: a model that the catalog does not have, a category that is measured here
 * or that another source fills.
 */
export async function importScores(
  { source, results }: ImportRequest,
  transaction: Transaction,
): Promise<ImportReply> {
  await requireOwnCategories(source.name, results)
  const now = clock.now()
  await replaceImportedScores(
    results.map(({ model, category, metric, score, samples, low, high }) => ({
      id: newId('score'),
      modelId: model,
      category,
      metric,
      score,
      samples: samples ?? null,
      low: low ?? null,
      high: high ?? null,
      source: source.name,
      sourceUrl: source.url,
      licence: source.licence,
      asOf: new Date(`${source.date}T00:00:00Z`),
      createdAt: now,
    })),
    transaction,
  )
  return { imported: results.length }
}

async function requireOwnCategories(sourceName: string, results: ImportRequest['results']): Promise<void> {
  for (const [at, { category, metric, model }] of results.entries()) {
    if (findModel(model) === undefined && !modelExists(model))
      throw refusal(at, 'model', `The catalog has no model "${model}".`)
    if (ownCategories.has(category.toLowerCase()))
      throw refusal(at, 'category', `"${category}" is measured here; give the import another name.`)
    const other = results.find((one) => one.category === category && one.metric !== metric)
    if (other)
      throw refusal(at, 'metric', `"${category}" has two metrics: "${metric}" and "${other.metric}".`)
    const filled = await findImportedCategory(category)
    if (filled && (filled.source !== sourceName || filled.metric !== metric))
      throw refusal(
        at,
        'category',
        `"${category}" has figures of ${filled.source} in "${filled.metric}" already.`,
      )
  }
}

function refusal(at: number, field: string, message: string): AppError {
  return new AppError('invalid_parameter', { param: `results[${at}].${field}`, message })
}
