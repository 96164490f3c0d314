import type { SandboxTool } from '../conversation/request-schema'
import { splitName } from '../schema/split-name'

export type RankedTool = { tool: SandboxTool; isWanted: boolean }

/** Words of names and descriptions that say nothing about what a tool is for. */
const empty = new Set(
  'get set fetch the a an of for to in on at by from with and or is are do does can will tool tools function functions call calls use used user users api data info information given return returns current specific this that it its my your their me you i what which how when where who some any all new list item items value values result results provided based'.split(
    ' ',
  ),
)

/** The tools that a message asks for come first, the best match at the front; the rest follow as they were offered. */
export function rankTools(tools: readonly SandboxTool[], message: string): RankedTool[] {
  const spoken = new Set(splitWords(message))
  const scored = tools.map((tool) => ({
    tool,
    score: scoreTool(tool, message, spoken),
    words: matchedWords(tool, spoken),
  }))
  scored.sort((a, b) => b.score - a.score)
  const covered = new Set<string>()
  return scored.map(({ tool, score, words }, index) => {
    const addsWords = words.some((word) => !covered.has(word))
    for (const word of words) covered.add(word)
    // A second tool is called only for a part of the message that the first is not about.
    const isWanted = score >= 1 && (index === 0 || isNamed(tool, message) || (words.length > 0 && addsWords))
    return { tool, isWanted }
  })
}

function scoreTool(tool: SandboxTool, message: string, spoken: ReadonlySet<string>): number {
  const described = splitWords(tool.description ?? '').filter((word) => word.length > 3)
  const overlap = [...new Set(described)].filter((word) => spoken.has(word)).length
  return (
    (isNamed(tool, message) ? 10 : 0) + matchedWords(tool, spoken).length + (overlap >= 2 ? 1 : overlap / 4)
  )
}

function matchedWords(tool: SandboxTool, spoken: ReadonlySet<string>): string[] {
  return splitWords(tool.name).filter((word) => spoken.has(word))
}

function isNamed({ name }: SandboxTool, message: string): boolean {
  const text = message.toLowerCase()
  if (/[_A-Z-]/.test(name) && text.includes(name.toLowerCase())) return true
  const spelled = splitName(name).join('[\\s_-]')
  return new RegExp(`\\b(?:call|use|using|invoke|run|with)\\b(?: the)? [\`"']?${spelled}\\b`, 'i').test(
    message,
  )
}

function splitWords(text: string): string[] {
  return splitName(text.slice(0, 8_000).replace(/['’]s\b/g, ''), 8_000)
    .filter((word) => !empty.has(word))
    .map(stem)
}

/** Close enough: cities and city, searching and search, reminders and reminder are one word each. */
function stem(word: string): string {
  if (word.length > 5 && word.endsWith('ing')) return word.slice(0, -3)
  if (word.length > 4 && word.endsWith('ies')) return `${word.slice(0, -3)}y`
  return word.length > 3 && word.endsWith('s') && !word.endsWith('ss') ? word.slice(0, -1) : word
}
