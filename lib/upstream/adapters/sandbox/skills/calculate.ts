import { findCalculation } from '../arithmetic/find-calculation'
import { formatNumber } from '../arithmetic/format-number'
import { readNumbers } from '../material/read-numbers'
import type { Skill } from '../reply/skill'

const trigger =
  /\b(?:what(?:'s| is| are| does)|how much|calculate|compute|evaluate|solve|work out|result of|equals?|add|plus|minus|times|divided by|subtract|multiply|divide|sum|tell me|answer|math)\b|=\s*\??\s*$/i
const bare = /^[\s\d.,()+*/^%×÷x=?−-]+$/i

/** Works out arithmetic, in signs or in words. */
export const calculate: Skill = ({ ask, isPro }) => {
  const total = aggregate(ask)
  if (total !== undefined) return total
  const found =
    trigger.test(ask) || bare.test(ask) || ask.length < 60 ? findCalculation(rephrase(ask)) : undefined
  if (found === undefined || (!trigger.test(ask) && !isMostly(found.expression, ask))) return undefined
  const { expression, result } = found
  if (Number.isNaN(result) || !Number.isFinite(result)) {
    return /\/\s*0/.test(expression)
      ? `${show(expression)} has no value: division by zero is not defined.`
      : `${show(expression)} is beyond what I can calculate.`
  }
  if (
    /\b(?:only|just)\b.{0,20}\b(?:number|result|answer|value)\b|\bnumber only\b|\bnothing else\b/i.test(ask)
  )
    return formatNumber(result)
  const line = `${show(expression)} = ${formatNumber(result)}`
  return isPro
    ? `**${line}**\n\nI worked it out by the usual order: brackets, powers, then × and ÷, then + and −.`
    : line
}

/** `Multiply 6 by 7`, `add 3 and 4`, `subtract 3 from 10`. */
function rephrase(ask: string): string {
  return ask
    .replace(/(\d)\s+\p{Ll}+\s+(?=plus|minus|times|[-+*] )/giu, '$1 ')
    .replace(/\bmultiply\s+(\S+)\s+(?:by|and|with)\s+/i, '$1 * ')
    .replace(/\bdivide\s+(\S+)\s+by\s+/i, '$1 / ')
    .replace(/\badd\s+(\S+)\s+(?:and|to)\s+/i, '$1 + ')
    .replace(/\bsubtract\s+(\S+)\s+from\s+([\d.]+)/i, '$2 - $1')
}

function aggregate(ask: string): string | undefined {
  const match =
    /\b(sum|total|product|average|mean|maximum|largest|biggest|highest|minimum|smallest|lowest)\b(?: (?:number|value))?(?: of| among| in)?\b[^\d]{0,30}\d/i.exec(
      ask,
    )
  const values = readNumbers(ask).map((number) => number.value)
  if (match === null || values.length < 2 || /[-+*/^]\s*\d/.test(ask.replace(/(?:^|[\s,])-\d/g, ' ')))
    return undefined
  const sum = values.reduce((total, value) => total + value, 0)
  const name = match[1]?.toLowerCase() ?? ''
  if (name === 'sum' || name === 'total') return say(name, values, sum)
  if (name === 'product')
    return say(
      name,
      values,
      values.reduce((total, value) => total * value, 1),
    )
  if (name === 'average' || name === 'mean') return say(name, values, sum / values.length)
  return say(name, values, /max|larg|big|high/.test(name) ? Math.max(...values) : Math.min(...values))
}

function say(name: string, values: readonly number[], result: number): string {
  return `The ${name} of ${values.slice(0, -1).join(', ')} and ${values.at(-1)} is ${formatNumber(result)}.`
}

function isMostly(expression: string, ask: string): boolean {
  return expression.length * 2 >= ask.trim().length
}

function show(expression: string): string {
  return expression
    .replace(/(\d)\s*\/\s*100\s*\*\s*/g, '$1% of ')
    .replace(/\s*\*\*\s*|\s*\^\s*/g, '^')
    .replace(/\s*\*\s*/g, ' × ')
    .replace(/\s*\/\s*/g, ' ÷ ')
    .replace(/(?<=[\d)%])\s*([+-])\s*/g, ' $1 ')
    .replace(/sqrt\s*/gi, '√')
}
