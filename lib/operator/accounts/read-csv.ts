import { AppError } from '@/lib/platform/errors'
import { nanosOf, type StatementLine, utcDayOf } from '@/lib/upstream/vendor-accounts'

/**
 * The columns of exports, the first that a file has: Anthropic's cost report, OpenRouter's activity (by day, and by request),
 * OpenAI's costs, DeepSeek's.
 */
const columns = {
  day: ['usage_date_utc', 'start_time_iso', 'created_at', 'date', 'day', 'start_time'],
  model: ['model', 'line_item', 'model_permaslug', 'slug'],
  cost: ['cost_usd', 'amount_value', 'cost_total', 'usage', 'cost', 'amount'],
} as const

/** The lines of a statement's CSV. Throws `invalid_parameter` that names the row or column. */
export function* readStatementCsv(csv: string): Generator<StatementLine> {
  const separator = separatorOf(csv)
  const rows = parseCsv(csv, separator)
  const first: string[] = rows.next().value ?? []
  const names = first.map((name) => name.trim().toLowerCase().replace(/\s+/g, '_'))
  const place = (what: keyof typeof columns) => {
    const found = columns[what].map((name) => names.indexOf(name)).find((at) => at >= 0)
    if (found !== undefined) return found
    throw invalid(`csv has no column for the ${what}: it must have one of ${columns[what].join(', ')}.`)
  }
  const [day, model, cost] = [place('day'), place('model'), place('cost')]
  const currency = names.findIndex((name) => name === 'currency' || name === 'amount_currency')
  let number = 1
  for (const row of rows) {
    number++
    const date = utcDayOf(row[day])
    const text = row[cost]?.replace(/[$\s]/g, '') ?? ''
    const dollars = dollarsOf(text, separator)
    if (date === undefined) throw invalid(`Row ${number} of csv has no date in ${names[day]}.`)
    if (text === '' || !Number.isFinite(dollars))
      throw invalid(`Row ${number} of csv has no amount in ${names[cost]}.`)
    if (currency >= 0 && !/^(?:usd)?$/i.test(row[currency] ?? ''))
      throw invalid(`Row ${number} of csv is not in US dollars.`)
    yield { date, model: row[model]?.trim() ?? '', nanos: nanosOf(dollars) }
  }
}

function invalid(message: string): AppError {
  return new AppError('invalid_parameter', { param: 'csv', message })
}

/** Spreadsheets separate by semicolons where the comma is the decimal sign, and by tabs in copied tables. */
function separatorOf(csv: string): string {
  const [names = ''] = csv.split(/[\r\n]/, 1)
  const count = (separator: string) => names.split(separator).length
  return [',', ';', '\t'].reduce((best, one) => (count(one) > count(best) ? one : best))
}

/** An amount without its signs for thousands. The last sign is the decimal one, but `1,234` is a thousand among commas. */
function dollarsOf(text: string, separator: string): number {
  const isGrouped = separator === ',' ? /^-?[1-9]\d{0,2}(,\d{3})+$/ : /^-?[1-9]\d{0,2}(,\d{3}){2,}$/
  const isDecimalComma = text.lastIndexOf(',') > text.lastIndexOf('.') && !isGrouped.test(text)
  return Number(isDecimalComma ? text.replaceAll('.', '').replace(',', '.') : text.replaceAll(',', ''))
}

/** RFC 4180: fields may be quoted, with quotes doubled and line breaks inside. Empty rows are left out. */
function* parseCsv(text: string, separator: string): Generator<string[]> {
  const other = `[^${separator}\\r\\n]`
  const field = new RegExp(`("[^"]*(?:""[^"]*)*"|(?!")${other}+|)(${separator}|\\r?\\n|\\r|$)`, 'y')
  field.lastIndex = text.startsWith('\uFEFF') ? 1 : 0
  let row: string[] = []
  while (field.lastIndex < text.length) {
    const [, value = '', end] = field.exec(text) ?? []
    if (end === undefined) throw invalid('csv has a quotation mark in the wrong place.')
    row.push(value.startsWith('"') ? value.slice(1, -1).replaceAll('""', '"') : value)
    if (end === separator) continue
    if (row.length > 1 || row[0] !== '') yield row
    row = []
  }
  if (row.length > 0) yield row
}
