import { formatDuration, formatNumber } from '@/lib/client/format/number'
import {
  type Conversation,
  formatUsd,
  type Metrics,
  noMetrics,
  type Step,
  tokensPerSecond,
} from './conversation'

/** Why an answer takes no part in the comparison; `done`: it does. */
export type Standing = 'done' | 'writing' | 'failed' | 'stopped' | 'interrupted' | 'none'

type Figures = { cost: number | null; firstToken: number | null; speed: number | null }
export type MeasureName = keyof Figures

/** One figure of an answer among those compared. */
export type Bar = {
  name: MeasureName
  shown: string
  /** Of the longest bar, from 0 to 1. */
  length: number
  isBest: boolean
}

export type Verdict = {
  standing: Standing
  bars: Bar[]
  /** Compared with the other answer, or with the best of the others; empty without others. */
  words: string
  /** How many others took part. */
  others: number
}

/** The answers to the last question compared, by column. Null: there is nothing to compare. */
export function judgeAnswers({ columns, turns }: Conversation): Map<string, Verdict> | null {
  const last = turns.at(-1)
  if (!last || columns.length < 2) return null
  const answers = columns.map(({ id, modelId }) => ({ id, ...readAnswer(last.replies[id] ?? [], modelId) }))
  const compared = answers.filter(({ standing }) => standing === 'done')
  return new Map(
    answers.map(({ id, standing, figures }): [string, Verdict] => {
      if (standing !== 'done') return [id, { standing, bars: [], words: '', others: 0 }]
      const others = compared.filter((other) => other.id !== id).map((other) => other.figures)
      const words = measures.flatMap(({ name, better, say }) => {
        const [mine, best] = [figures[name], better(known(others, name))]
        return mine === null || best === null ? [] : [say(mine, best)]
      })
      const bars = measures.map((measure) => barOf(measure, figures, others))
      return [id, { standing, bars, words: words.join(', '), others: others.length }]
    }),
  )
}

/** One reply may be several answers, with tool calls between them: their costs and times count together. */
function readAnswer(reply: Step[], modelId: string): { standing: Standing; figures: Figures } {
  const steps = reply.filter((step) => step.kind === 'assistant')
  const last = steps.at(-1)
  const sum = (name: keyof Metrics) =>
    steps.reduce<number | null>((total, { metrics }) => {
      const value = metrics[name]
      return total === null || value === null ? null : total + value
    }, 0)
  const whole = { ...noMetrics, completionTokens: sum('completionTokens'), totalMs: sum('totalMs') }
  const figures = {
    cost: sum('costUsd'),
    firstToken: steps[0]?.metrics.firstTokenMs ?? null,
    speed: tokensPerSecond({ ...whole, firstTokenMs: sum('firstTokenMs') }),
  }
  // An answer of another model, chosen before, says nothing about this one.
  if (!last || last.copied || last.modelId !== modelId) return { standing: 'none', figures }
  return { standing: last.status === 'streaming' ? 'writing' : last.status, figures }
}

type Measure = {
  name: MeasureName
  show: (value: number) => string
  /** The best of some values; null: there are none. */
  better: (values: number[]) => number | null
  say: (mine: number, best: number) => string
}

const least = (values: number[]) => (values.length === 0 ? null : Math.min(...values))
const most = (values: number[]) => (values.length === 0 ? null : Math.max(...values))

const measures: readonly Measure[] = [
  {
    name: 'cost',
    show: formatUsd,
    better: least,
    say: (mine, best) => {
      if (mine === 0 || best === 0) return mine === best ? 'same cost' : mine === 0 ? 'free' : 'not free'
      return timesOf(mine, best, 'cheaper', 'more expensive') ?? 'same cost'
    },
  },
  {
    name: 'firstToken',
    show: formatDuration,
    better: least,
    say: (mine, best) => {
      const millis = Math.round(Math.abs(mine - best))
      const word = mine < best ? 'faster' : 'slower'
      return millis === 0 ? 'same start' : `${formatDuration(millis)} ${word} to start`
    },
  },
  {
    name: 'speed',
    show: (speed) => `${formatNumber(Math.round(speed))} tok/s`,
    better: most,
    say: (mine, best) => {
      const text = timesOf(mine, best, 'slower', 'faster')
      return text === undefined ? 'writes as fast' : `writes ${text}`
    },
  },
]

/** `12× cheaper`, `30% more expensive`; undefined: less than half a percent apart. */
function timesOf(mine: number, best: number, less: string, more: string): string | undefined {
  const word = mine < best ? less : more
  const ratio = Math.max(mine, best) / Math.min(mine, best)
  if (ratio >= 2)
    return `${ratio < 10 ? Math.round(ratio * 10) / 10 : formatNumber(Math.round(ratio))}× ${word}`
  const percent = Math.round(Math.abs(mine / best - 1) * 100)
  return percent === 0 ? undefined : `${percent}% ${word}`
}

function barOf({ name, show, better }: Measure, figures: Figures, others: Figures[]): Bar {
  const value = figures[name]
  if (value === null) return { name, shown: '–', length: 0, isBest: false }
  const values = [value, ...known(others, name)]
  const longest = Math.max(...values)
  const isBest = values.length > 1 && value === better(values)
  return { name, shown: show(value), length: longest === 0 ? 0 : value / longest, isBest }
}

const known = (figures: Figures[], name: MeasureName) => figures.flatMap((one) => one[name] ?? [])
