import { isRecord } from '@/lib/platform/is-record'
import type { ToolResult } from '../conversation/conversation'
import type { Skill } from '../reply/skill'

const MOST_FIELDS = 20
const MOST_CHARS = 1_500

/** After a tool has answered: tells what it said. */
export const reportToolResults: Skill = ({ toolResults }) => {
  if (toolResults.length === 0) return undefined
  return toolResults.map(report).join('\n\n')
}

function report({ name, text }: ToolResult): string {
  const value = parse(text)
  if (isRecord(value)) {
    const fields = Object.entries(value).slice(0, MOST_FIELDS)
    const lines = fields.map(([key, item]) => `- **${key.replaceAll('_', ' ')}**: ${show(item)}`)
    return lines.length === 0
      ? `\`${name}\` returned nothing.`
      : `\`${name}\` answered:\n\n${lines.join('\n')}`
  }
  if (Array.isArray(value)) {
    const items = value.slice(0, MOST_FIELDS).map((item) => `- ${show(item)}`)
    return items.length === 0
      ? `\`${name}\` found nothing.`
      : `\`${name}\` found ${value.length}:\n\n${items.join('\n')}`
  }
  return text.trim() === '' ? `\`${name}\` returned nothing.` : `According to \`${name}\`: ${show(value)}`
}

function show(value: unknown): string {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  return text.length > MOST_CHARS ? `${text.slice(0, MOST_CHARS)}…` : text
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
