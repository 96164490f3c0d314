// prisma/seed/cited-prices.tsv: what kept data sets say of the prices of our routes.
import { readFileSync } from 'node:fs'

export const CITED = 'prisma/seed/cited-prices.tsv'

/** Newest first: of a rate that several have, the first one's is taken. */
export const dataSets = ['litellm', 'model-prices', 'genai-prices', 'models.dev']

/** What a row says besides rates. */
export const factNames = ['ends', 'status']

/**
 * The rows, and the comment above them.
 * @returns {{ head: string[], rows: { provider: string, model: string, dataSet: string, version: string, rates: Map<string, string> }[] }}
 */
export function readCited(text = readFileSync(CITED, 'utf8')) {
  const lines = text.split('\n').filter((line) => line !== '')
  const rows = lines.filter((line) => !line.startsWith('#'))
  return {
    head: lines.filter((line) => line.startsWith('#')),
    rows: rows.map((line) => {
      const [provider, model, source, pairs = ''] = line.split('\t')
      const [dataSet = '', version = ''] = source.split('@')
      const rates = new Map(pairs.split(' ').map((pair) => pair.split(/=(.*)/s).slice(0, 2)))
      return { provider, model, dataSet, version, rates }
    }),
  }
}

export function writeCited({ head, rows }) {
  const lines = rows.map(({ provider, model, dataSet, version, rates }) =>
    [provider, model, `${dataSet}@${version}`, [...rates].map((pair) => pair.join('=')).join(' ')].join('\t'),
  )
  return `${[...head, ...lines].join('\n')}\n`
}
